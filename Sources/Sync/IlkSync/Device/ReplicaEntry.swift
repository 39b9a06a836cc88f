/// A record as a device stores it.
public struct ReplicaEntry: Hashable, Sendable, Codable {
    /// The record.
    public var record: SyncRecord
    /// Its place in the outbox; nil when the hub has it as it is.
    public var place: UInt64?
    /// The sequence number under which the hub had it last; nil when the hub is not known to have had it.
    public var sequence: UInt64?
    /// The pass of reading everything in which it was last seen.
    public var pass: UInt32
    /// The latest moment that a hub has let pass for it.
    public var floor: HybridTime
    /// Why the hub will not have it as it is: set aside until it is edited.
    public var rejection: ItemRejection?

    /// A record as it was stored.
    public init(
        record: SyncRecord, place: UInt64?, sequence: UInt64?, pass: UInt32, floor: HybridTime,
        rejection: ItemRejection?
    ) {
        self.record = record
        self.place = place
        self.sequence = sequence
        self.pass = pass
        self.floor = floor
        self.rejection = rejection
    }

    /// A record that stands in the outbox.
    init(pending record: SyncRecord, place: UInt64) {
        self.record = record
        self.place = place
        pass = 0
        floor = .zero
    }

    /// A record that came from the hub.
    init(record: SyncRecord, sequence: UInt64, pass: UInt32) {
        self.record = record
        self.sequence = sequence
        self.pass = pass
        floor = .zero
    }

    /// Whether it is to be pushed.
    public var isPending: Bool { place != nil && rejection == nil }

    /// Its turn among those that are to be pushed.
    package var turn: OutboxTurn { OutboxTurn(isLoser: record.kind == .loser, place: place ?? .max) }
}

/// The order of an outbox: losers first, then by place.
package struct OutboxTurn: Hashable, Comparable, Codable {
    let isLoser: Bool
    let place: UInt64

    package static func < (lhs: OutboxTurn, rhs: OutboxTurn) -> Bool {
        lhs.isLoser == rhs.isLoser ? lhs.place < rhs.place : lhs.isLoser
    }
}

/// The records of a device, as they were before the step.
public protocol ReplicaSnapshot {
    /// What reading can fail with; `Never` in memory.
    associatedtype Failure: Error

    /// The record of a key.
    func entry(_ key: SyncKey) throws(Failure) -> ReplicaEntry?
    /// At most so many records that are to be pushed: losers first, so that what won over them is nowhere without them;
    /// then by their places. Those that are passed over do not count.
    func outbox(
        limit: Int, passingOver isPassedOver: (SyncKey) -> Bool
    ) throws(Failure) -> [ReplicaEntry]
}

/// What a device's step changes in its records, in order.
public enum ReplicaChange: Hashable, Sendable {
    /// A record is new or another one.
    case put(ReplicaEntry)
    /// Records that the hub had under greater sequence numbers than `after` go into the outbox, in the order of those
    /// numbers, from `place` on; they have no sequence number any more.
    case requeue(after: UInt64, place: UInt64)
    /// Tombstones that the hub had under sequence numbers up to this one go, unless they stand in the outbox.
    case dropTombstones(upTo: UInt64)
    /// Records that the hub once had, do not stand in the outbox, and were not seen in this pass go.
    case dropUnseen(pass: UInt32)
}
