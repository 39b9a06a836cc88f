public import IlkSync

/// What a record of usage is to sync, and back: events are written once, of what people say the last word counts.
///
/// Payloads go through unchanged, also those that a newer program wrote: who does not understand a record passes it on as it
/// came.
public enum UsageSyncMapping {
    /// The write by which a device makes a record of its own known.
    public static func write(_ payload: UsagePayload) -> LocalWrite {
        let key = SyncKey(payload.id)
        return payload.collection == UsagePayload.Collection.events.rawValue
            ? .event(key: key, collection: payload.collection, payload: payload.bytes)
            : .edit(key: key, collection: payload.collection, payload: payload.bytes)
    }

    /// What a record that came is to the store; nil for tombstones and losers, which are not the store's, and for what is
    /// of another store.
    public static func payload(_ record: SyncRecord) -> UsagePayload? {
        guard record.kind != .loser, let bytes = record.payload, record.collection.hasPrefix(prefix) else {
            return nil
        }
        return UsagePayload(id: record.key.recordID, collection: record.collection, bytes: bytes)
    }

    /// With what the names of the usage's collections begin, also of those that only a newer program has.
    public static let prefix = "usage."
}
