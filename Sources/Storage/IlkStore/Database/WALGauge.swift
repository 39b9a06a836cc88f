import GRDB
import GRDBSQLite
import Synchronization

/// The number of pages in the write-ahead log after the last commit of the writing connection.
///
/// A hook, which SQLite calls after each commit, updates the number. The hook replaces SQLite's automatic
/// checkpoints: the store itself decides when to make a checkpoint, and holds its lock meanwhile.
final class WALGauge: Sendable {
    let pages = Atomic<Int>(0)

    /// Sets the hook. The gauge must outlive the connection; the store, which holds both, closes the
    /// connection first.
    func attach(to database: Database) {
        let gauge = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            database.sqliteConnection,
            { context, _, _, pages in
                if let context {
                    // The pointer is this gauge, which outlives the connection.
                    let gauge = Unmanaged<WALGauge>.fromOpaque(context).takeUnretainedValue()
                    gauge.pages.store(Int(pages), ordering: .relaxed)
                }
                return SQLITE_OK
            }, gauge)
    }
}
