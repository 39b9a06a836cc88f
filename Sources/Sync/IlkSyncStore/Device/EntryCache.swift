import IlkSync

/// A cache of recently read or written entries. Pushed records are needed again when the response arrives.
///
/// The cache matches the file and is cleared when another connection writes.
struct EntryCache {
    /// The value of SQLite's `data_version` for these entries.
    var version: Int64?
    private var entries: [SyncKey: ReplicaEntry?] = [:]

    /// The capacity, a few batches.
    private static let most = 10_000

    /// The entry of a key: `nil` if unknown, a wrapped `nil` if the record is known to be missing.
    subscript(key: SyncKey) -> ReplicaEntry?? { entries[key] }

    mutating func note(_ entry: ReplicaEntry?, of key: SyncKey) {
        if entries.count >= Self.most { entries.removeAll(keepingCapacity: true) }
        entries.updateValue(entry, forKey: key)
    }
}
