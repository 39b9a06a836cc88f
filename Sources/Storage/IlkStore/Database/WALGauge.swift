import GRDB
import GRDBSQLite
import Synchronization

/// How many pages the write-ahead log held after the last commit of the writing connection.
///
/// SQLite calls the hook after each commit; with it set there are no automatic checkpoints, which is what a store
/// wants: it checkpoints in its own time, inside its lock.
final class WALGauge: Sendable {
    let pages = Atomic<Int>(0)

    /// Sets the hook. The gauge must outlive the connection: the store holds both and closes the connection first.
    func attach(to database: Database) {
        let gauge = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            database.sqliteConnection,
            { context, _, _, pages in
                if let context {
                    // The pointer is the gauge that `attach` was called on, alive as long as the connection.
                    let gauge = Unmanaged<WALGauge>.fromOpaque(context).takeUnretainedValue()
                    gauge.pages.store(Int(pages), ordering: .relaxed)
                }
                return SQLITE_OK
            }, gauge)
    }
}
