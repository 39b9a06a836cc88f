import GRDB
import GRDBSQLite
import Synchronization

/// A read-only connection that notices commits to a database file by any other connection and process.
///
/// The connection uses SQLite's C interface: a query through GRDB would take several times as long.
package final class CommitWatch: Sendable {
    private struct Handles {
        let connection: OpaquePointer
        /// The statement that reads the version.
        let statement: OpaquePointer
    }

    private let handles: Mutex<Handles>

    /// - Parameter path: The path of an existing database.
    fileprivate init(path: String) throws {
        var (connection, statement): (OpaquePointer?, OpaquePointer?)
        var code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        if code == SQLITE_OK {
            sqlite3_busy_timeout(connection, 5000)
            code = sqlite3_prepare_v3(
                connection, "PRAGMA data_version", -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        }
        guard let connection, let statement else {
            sqlite3_close_v2(connection)
            throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
        handles = Mutex(Handles(connection: connection, statement: statement))
    }

    deinit {
        handles.withLock {
            sqlite3_finalize($0.statement)
            _ = sqlite3_close_v2($0.connection)
        }
    }

    /// Returns a number that changes with each commit, SQLite's `data_version`. Data that was read after a call
    /// is current as long as later calls return the same number.
    ///
    /// - Throws: `DatabaseError`.
    package func version() throws -> Int64 {
        try handles.withLock { handles in
            defer { sqlite3_reset(handles.statement) }
            let code = sqlite3_step(handles.statement)
            guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
            return sqlite3_column_int64(handles.statement, 0)
        }
    }
}

extension Store {
    /// Opens a connection that notices commits to this store.
    ///
    /// - Returns: The connection, or `nil` for a store in memory.
    /// - Throws: `DatabaseError`.
    package func commitWatch() throws -> CommitWatch? {
        guard case .file(let path) = location else { return nil }
        return try CommitWatch(path: path)
    }
}
