package import IlkSync

/// The records of a device in memory, the reference for stores on disk.
package struct MemoryReplica: ReplicaSnapshot, Hashable, Sendable, Codable {
    private var entries: [SyncKey: ReplicaEntry] = [:]
    /// The pending records in the order of the outbox.
    private var queue: [Waiting] = []

    private struct Waiting: Hashable, Codable {
        let turn: OutboxTurn
        let key: SyncKey
    }

    package init() {}

    /// All records, sorted by key.
    package var all: [ReplicaEntry] { entries.values.sorted { $0.record.key < $1.record.key } }

    package var count: Int { entries.count }

    package func entry(_ key: SyncKey) -> ReplicaEntry? { entries[key] }

    package func outbox(limit: Int, passingOver isPassedOver: (SyncKey) -> Bool) -> [ReplicaEntry] {
        var found: [ReplicaEntry] = []
        for waiting in queue where found.count < limit && !isPassedOver(waiting.key) {
            if let entry = entries[waiting.key] { found.append(entry) }
        }
        return found
    }

    package mutating func apply(_ changes: [ReplicaChange]) {
        for change in changes {
            switch change {
            case .put(let entry): put(entry)
            case .requeue(let sequence, let place):
                let found = entries.values.filter { ($0.sequence ?? 0) > sequence }
                    .sorted { ($0.sequence ?? 0) < ($1.sequence ?? 0) }
                for (index, entry) in found.enumerated() {
                    var entry = entry
                    entry.sequence = nil
                    if entry.place == nil { entry.place = place + UInt64(index) }
                    put(entry)
                }
            case .dropTombstones(let last):
                drop { $0.record.isTombstone && ($0.sequence ?? .max) <= last }
            case .dropUnseen(let pass): drop { $0.sequence != nil && $0.pass != pass }
            }
        }
    }

    private mutating func put(_ entry: ReplicaEntry) {
        let key = entry.record.key
        let old = entries.updateValue(entry, forKey: key)
        let isInQueue = old?.isPending == true
        if isInQueue, entry.isPending, old?.turn == entry.turn { return }
        if isInQueue { queue.removeAll { $0.key == key } }
        guard entry.isPending else { return }
        let index = queue.lastIndex { $0.turn < entry.turn }.map { $0 + 1 } ?? 0
        queue.insert(Waiting(turn: entry.turn, key: key), at: index)
    }

    private mutating func drop(_ isDropped: (ReplicaEntry) -> Bool) {
        for (key, entry) in entries where entry.place == nil && isDropped(entry) { entries[key] = nil }
    }

    /// The encoded records in the order of their keys. Replicas with equal records have equal bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for entry in all { bytes += entry.record.bytes }
        return bytes
    }
}
