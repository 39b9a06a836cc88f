import IlkSync

/// A cache of recently read or written entries. A pushed record is read again when the response to the push
/// arrives.
///
/// The entries equal those in the file. The cache is discarded when another connection has written to the
/// file.
struct EntryCache {
    /// SQLite's `data_version` when the entries were read.
    var version: Int64?
    private var entries: [SyncKey: ReplicaEntry?] = [:]

    /// The maximum number of entries, which is a few batches.
    private static let most = 10_000

    /// The entry of a key: `nil` if unknown, a wrapped `nil` if the record is known to be missing.
    subscript(key: SyncKey) -> ReplicaEntry?? { entries[key] }

    mutating func note(_ entry: ReplicaEntry?, of key: SyncKey) {
        if entries.count >= Self.most { entries.removeAll(keepingCapacity: true) }
        entries.updateValue(entry, forKey: key)
    }
}
