public import IlkSync

/// The mapping between usage records and sync records. Events are immutable; for other records the last write
/// wins.
///
/// Sync does not change the bytes of payloads. A device therefore forwards payloads of later versions of the
/// program intact.
public enum UsageSyncMapping {
    /// Returns the sync write for a local record.
    ///
    /// - Parameter payload: The record.
    public static func write(_ payload: UsagePayload) -> LocalWrite {
        let key = SyncKey(payload.id)
        return payload.collection == UsagePayload.Collection.events.rawValue
            ? .event(key: key, collection: payload.collection, payload: payload.bytes)
            : .edit(key: key, collection: payload.collection, payload: payload.bytes)
    }

    /// Returns the payload of a received record. Returns `nil` for a deletion (tombstone), a conflict copy,
    /// or a record of another store.
    ///
    /// - Parameter record: The received record.
    public static func payload(_ record: SyncRecord) -> UsagePayload? {
        guard record.kind != .conflictCopy, let bytes = record.payload, record.collection.hasPrefix(prefix)
        else {
            return nil
        }
        return UsagePayload(id: record.key.recordID, collection: record.collection, bytes: bytes)
    }

    /// The prefix of all collection names of the usage application, including collections of later versions.
    public static let prefix = "usage."
}
