/// A store whose records are synced. It writes as if there were no sync, and is asked for what is new.
public protocol SyncedStore: Sendable {
    /// What its mark is kept under: never changed.
    var name: String { get }
    /// The collections that it understands.
    var collections: Set<String> { get }

    /// What was written here since a mark.
    ///
    /// What came from elsewhere may be told again: the replica knows it, and nothing happens.
    ///
    /// - Parameters:
    ///   - mark: What the last call gave; nil for all.
    ///   - limit: How many at most.
    /// - Returns: The writes in their order, and the mark behind them; no writes when there is nothing new.
    func writes(after mark: String?, limit: Int) async throws -> (writes: [LocalWrite], mark: String?)

    /// Takes what came from elsewhere, all of it or nothing. Taking it twice changes nothing more.
    func take(_ news: [ReplicaNews]) async throws
}
