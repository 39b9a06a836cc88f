import GRDB
import GRDBSQLite
import Synchronization

extension Store {
    /// Moves all of the write-ahead log into the database file and cuts it to nothing, if it has become that large: after much
    /// was written, so that whoever opens the file next has no log to read through. Where others read, it is left as it is.
    ///
    /// - Parameter pages: From how many pages on.
    /// - Throws: ``StoreError``.
    public func settle(pages: Int = 256) async throws {
        guard lock != nil, walPages >= pages else { return }
        do {
            try await writer.writeWithoutTransaction { database in
                try self.holdingLock(patience: .seconds(1)) {
                    // Readers that go on for longer than that keep the log as it is.
                    sqlite3_busy_timeout(database.sqliteConnection, 100)
                    let (frames, moved) = try database.checkpoint(.truncate)
                    self.gauge.pages.store(max(0, frames - moved), ordering: .relaxed)
                }
            }
        } catch {
            let error = distrusting(error)
            guard (error as? StoreError)?.code == .busy else { throw error }
        }
    }

    /// Moves the write-ahead log into the database file when it has become large: for whoever writes without a
    /// ``Journal``, after a transaction. One that has to wait for others is left to the next time.
    ///
    /// - Parameter pages: From how many pages on.
    /// - Throws: ``StoreError``.
    public func checkpointIfLarge(pages: Int = 4096) async throws {
        guard lock != nil, walPages >= pages else { return }
        do {
            try await writer.writeWithoutTransaction { try self.checkpoint($0, patience: .seconds(1)) }
        } catch {
            let error = distrusting(error)
            guard (error as? StoreError)?.code == .busy else { throw error }
        }
    }
}
