import GRDB

/// Conversion of a closed database to a single file.
public enum OneFile {
    /// Moves the write-ahead log of a closed database into its file and removes the log.
    ///
    /// - Parameter path: The database file.
    public static func settle(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        _ = try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
    }
}
