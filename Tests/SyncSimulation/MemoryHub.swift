package import IlkSync

/// The records of an account in memory: the reference that stores on disk are held to.
package struct MemoryHub: HubSnapshot, Hashable, Sendable {
    private var entries: [SyncKey: FeedEntry] = [:]
    private var received: [SyncKey: Int64] = [:]
    /// The entries' sequence numbers, ascending.
    private var feed: [Place] = []

    private struct Place: Hashable {
        let sequence: UInt64
        let key: SyncKey
    }

    /// No records.
    package init() {}

    /// All records, by sequence number.
    package var all: [FeedEntry] { feed.compactMap { entries[$0.key] } }

    /// The record of a key.
    package func entry(_ key: SyncKey) -> FeedEntry? { entries[key] }

    /// When the record of a key came, by the hub's clock.
    package func received(_ key: SyncKey) -> Int64 { received[key] ?? 0 }

    /// At most so many records with greater sequence numbers, in ascending order.
    package func entries(after sequence: UInt64, limit: Int) -> [FeedEntry] {
        feed[place(after: sequence)...].prefix(limit).compactMap { entries[$0.key] }
    }

    /// Makes a step's changes.
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

    /// The index of the first place behind a sequence number.
    private func place(after sequence: UInt64) -> Int {
        var (low, high) = (0, feed.count)
        while low < high {
            let middle = (low + high) / 2
            if feed[middle].sequence <= sequence { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
