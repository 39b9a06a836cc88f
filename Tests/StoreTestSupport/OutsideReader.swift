import GRDB

/// A connection that keeps a read transaction open.
public final class OutsideReader: Sendable {
    private let queue: DatabaseQueue

    /// Opens a read transaction on a table.
    ///
    /// - Parameters:
    ///   - path: The database file.
    ///   - table: The table to read.
    public init(holding path: String, table: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
            try database.execute(sql: "BEGIN")
            _ = try Table(table).fetchCount(database)
        }
    }

    /// Ends the transaction.
    public func letGo() throws {
        try queue.inDatabase { try $0.execute(sql: "COMMIT") }
        try queue.close()
    }
}
