package import IlkSync

/// The records of an account in memory, the reference for stores on disk.
package struct MemoryHub: HubSnapshot, Hashable, Sendable {
    private var entries: [SyncKey: FeedEntry] = [:]
    private var received: [SyncKey: Int64] = [:]
    /// The entries' sequence numbers in ascending order.
    private var feed: [Place] = []

    private struct Place: Hashable {
        let sequence: UInt64
        let key: SyncKey
    }

    package init() {}

    /// All records, sorted by sequence number.
    package var all: [FeedEntry] { feed.compactMap { entries[$0.key] } }

    package func entry(_ key: SyncKey) -> FeedEntry? { entries[key] }

    /// Returns the hub's time at which a record arrived.
    package func received(_ key: SyncKey) -> Int64 { received[key] ?? 0 }

    package func entries(after sequence: UInt64, limit: Int) -> [FeedEntry] {
        feed[place(after: sequence)...].prefix(limit).compactMap { entries[$0.key] }
    }

    package mutating func apply(_ changes: [HubChange]) {
        for change in changes {
            switch change {
            case .put(let entry, let now):
                received[entry.record.key] = now
                if let old = entries.updateValue(entry, forKey: entry.record.key) {
                    feed.remove(at: place(after: old.sequence) - 1)
                }
                feed.append(Place(sequence: entry.sequence, key: entry.record.key))
            case .dropTombstones(let last):
                for place in feed[..<place(after: last)] where entries[place.key]?.record.isTombstone == true
                {
                    entries[place.key] = nil
                }
                feed.removeAll { entries[$0.key] == nil }
            }
        }
    }

    /// Returns the index of the first entry after a sequence number (binary search).
    private func place(after sequence: UInt64) -> Int {
        var (low, high) = (0, feed.count)
        while low < high {
            let middle = (low + high) / 2
            if feed[middle].sequence <= sequence { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
