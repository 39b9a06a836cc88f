import GRDB

/// Closed databases as one file.
public enum OneFile {
    /// Moves everything of a closed database into its file, so that no write-ahead log stands beside it.
    public static func settle(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        _ = try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
    }
}
