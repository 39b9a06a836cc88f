import GRDB

/// A connection that knows nothing of the lock and holds the file for writing, as a shell or a backup tool might.
public final class OutsideWriter: Sendable {
    private let queue: DatabaseQueue

    /// Begins a write transaction, when who writes at the moment is done.
    public init(holding path: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(60)
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    /// Ends it without a change.
    public func letGo() throws {
        try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
        try queue.close()
    }
}
