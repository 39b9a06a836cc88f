import GRDB
import GRDBSQLite
import Glibc
import Synchronization

extension Store {
    /// Moves all of the write-ahead log into the database file and cuts it to nothing, if it has become that large: after much
    /// was written, so that whoever opens the file next has no log to read through. Where others read, it is left as it is.
    ///
    /// What was moved already counts too: until the log begins anew the next reader reads through it again.
    ///
    /// - Parameter bytes: From how many bytes of the log's file on.
    /// - Throws: ``StoreError``.
    public func settle(bytes: Int64 = 1 << 20) async throws {
        guard lock != nil, walSize >= bytes else { return }
        do {
            try await onWriter { database in
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

    /// The size of the write-ahead log's file in bytes; 0 where there is none.
    private var walSize: Int64 {
        var status = stat()
        return stat(location.path + "-wal", &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Moves the write-ahead log into the database file when it has become large: for whoever writes without a
    /// ``Journal``, after a transaction. One that has to wait for others is left to the next time.
    ///
    /// - Parameter pages: From how many pages on.
    /// - Throws: ``StoreError``.
    public func checkpointIfLarge(pages: Int = 4096) async throws {
        guard lock != nil, walPages >= pages else { return }
        do {
            try await onWriter { try self.checkpoint($0, patience: .seconds(1)) }
        } catch {
            let error = distrusting(error)
            guard (error as? StoreError)?.code == .busy else { throw error }
        }
    }
}
