/// A store whose records are synced. The store writes as if there were no sync, and reports its changes on
/// request.
public protocol SyncedStore: Sendable {
    /// The permanent name of the store. The replica stores its position in the store's changes under this
    /// name.
    var name: String { get }
    /// The collections that the store understands.
    var collections: Set<String> { get }
    /// `true` if the store has collections that it only reads, because earlier releases wrote them.
    var hasFormerCollections: Bool { get }

    /// Returns the local changes after a mark, in order. A mark is a position that an earlier call returned.
    ///
    /// The result may include changes that came from other devices. The replica already has these changes and
    /// ignores them.
    ///
    /// - Parameters:
    ///   - mark: The mark that the previous call returned, or `nil` to start.
    ///   - limit: The maximum number of changes.
    /// - Returns: The changes and the mark after them. The array is empty if nothing has changed.
    /// - Throws: The error of the store.
    func writes(after mark: String?, limit: Int) async throws -> (writes: [LocalWrite], mark: String?)

    /// Applies changes from other devices in one transaction. The operation is idempotent.
    ///
    /// - Parameter news: The changes, in order of arrival.
    /// - Throws: The error of the store.
    func apply(_ news: [RemoteChange]) async throws
}

extension SyncedStore {
    /// `false`, because by default a store writes all of its collections.
    public var hasFormerCollections: Bool { false }
}
