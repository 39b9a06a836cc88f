import GRDB

/// A connection that reads, and holds on to what it saw.
public final class OutsideReader: Sendable {
    private let queue: DatabaseQueue

    /// Begins to read: one row of a table.
    public init(holding path: String, table: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
            try database.execute(sql: "BEGIN")
            _ = try Table(table).fetchCount(database)
        }
    }

    /// Ends it.
    public func letGo() throws {
        try queue.inDatabase { try $0.execute(sql: "COMMIT") }
        try queue.close()
    }
}
