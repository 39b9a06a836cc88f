import IlkSync

/// Records of a replica that were looked at, or written, a moment ago: what is pushed is asked for again when its answer comes.
///
/// It holds what the file has, and is forgotten when somebody else has written there.
struct KnownEntries {
    /// The version of the file that these are of, as SQLite counts what other connections commit.
    var version: Int64?
    private var entries: [SyncKey: ReplicaEntry?] = [:]

    /// How many are remembered: some batches.
    private static let most = 10_000

    /// The record of a key: nil within when there is none, nil when it is not known.
    subscript(key: SyncKey) -> ReplicaEntry?? { entries[key] }

    mutating func note(_ entry: ReplicaEntry?, of key: SyncKey) {
        if entries.count >= Self.most { entries.removeAll(keepingCapacity: true) }
        entries.updateValue(entry, forKey: key)
    }
}
