/// A changed or missing record that came to a device from elsewhere.
public enum ReplicaNews: Hashable, Sendable {
    /// A record is new or another one; a tombstone says that it was deleted.
    case record(SyncRecord)
    /// The hub has no such record any more: it was deleted long ago.
    case gone(SyncKey, collection: String)

    /// The record; `nil` if there is none any more.
    public var record: SyncRecord? { if case .record(let record) = self { record } else { nil } }

    /// The key of a record that was deleted elsewhere; `nil` for other news.
    public var erased: SyncKey? {
        switch self {
        case .record(let record): record.isTombstone && record.kind != .loser ? record.key : nil
        case .gone(let key, _): key
        }
    }

    /// The collection that the record belongs to.
    public var collection: String {
        switch self {
        case .record(let record): record.collection
        case .gone(_, let collection): collection
        }
    }
}
