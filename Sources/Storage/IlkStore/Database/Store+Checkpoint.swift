import GRDB
import GRDBSQLite
import Synchronization

extension Store {
    /// Checkpoints the write-ahead log and truncates its file if the file is large, so that the next process
    /// that opens the database has no log to read. Does nothing if another connection keeps reading.
    ///
    /// The size of the log's file includes frames that were already checkpointed, because a process that
    /// opens the database reads these frames too.
    ///
    /// - Parameter bytes: The size in bytes from which the log's file counts as large.
    /// - Throws: ``StoreError``.
    public func truncateLogIfLarge(bytes: Int64 = 1 << 20) async throws {
        guard lock != nil, location.walSize >= bytes else { return }
        do {
            try await onWriter { database in
                try self.holdingLock(timeout: .seconds(1)) {
                    // The log is kept if a reader runs for longer than this.
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

    /// Checkpoints the write-ahead log if the log is large. Call this method after a transaction that does
    /// not use a ``Journal``. If the checkpoint would have to wait for other connections, it is skipped.
    ///
    /// - Parameter pages: The number of pages from which the log counts as large.
    /// - Throws: ``StoreError``.
    public func checkpointIfLarge(pages: Int = 4096) async throws {
        guard lock != nil, walPages >= pages else { return }
        do {
            try await onWriter { try self.checkpoint($0, timeout: .seconds(1)) }
        } catch {
            let error = distrusting(error)
            guard (error as? StoreError)?.code == .busy else { throw error }
        }
    }
}
