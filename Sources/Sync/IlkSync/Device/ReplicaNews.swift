/// A change that came to a device from elsewhere.
public struct ReplicaNews: Hashable, Sendable {
    /// The number of the change, ascending.
    public let change: Int64
    /// The change.
    public let what: What

    /// Creates a piece of news.
    ///
    /// - Parameters:
    ///   - change: The number of the change, ascending.
    ///   - what: The change.
    public init(change: Int64, what: What) {
        self.change = change
        self.what = what
    }

    /// A changed or missing record.
    public enum What: Hashable, Sendable {
        /// A record is new or another one; a tombstone says that it was deleted.
        case record(SyncRecord)
        /// The hub has no such record any more: it was deleted long ago.
        case gone(SyncKey, collection: String)

        /// The collection that the record belongs to.
        public var collection: String {
            switch self {
            case .record(let record): record.collection
            case .gone(_, let collection): collection
            }
        }
    }
}
