/// A change that this device received from another device.
public enum RemoteChange: Hashable, Sendable {
    /// A new or changed record. A tombstone marks a deletion.
    case record(SyncRecord)
    /// A record that no longer exists at the hub because it was deleted long ago.
    case gone(SyncKey, collection: String)

    /// The record, or `nil` if it no longer exists.
    public var record: SyncRecord? { if case .record(let record) = self { record } else { nil } }

    /// The key of a record that another device deleted, or `nil` for other changes and for conflict copies.
    public var erased: SyncKey? {
        switch self {
        case .record(let record): record.isTombstone && record.kind != .conflictCopy ? record.key : nil
        case .gone(let key, _): key
        }
    }

    /// The collection of the record.
    public var collection: String {
        switch self {
        case .record(let record): record.collection
        case .gone(_, let collection): collection
        }
    }
}
