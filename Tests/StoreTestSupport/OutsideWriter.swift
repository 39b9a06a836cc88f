import GRDB

/// A connection that holds SQLite's write lock without Ilk's lock file, as a shell or a backup tool might.
public final class OutsideWriter: Sendable {
    private let queue: DatabaseQueue

    /// Begins a write transaction, after waiting for other writers.
    ///
    /// - Parameter path: The database file.
    public init(holding path: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(60)
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    /// Rolls the transaction back.
    public func release() throws {
        try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
        try queue.close()
    }
}
