/// A record in a device's replica.
public struct ReplicaEntry: Hashable, Sendable, Codable {
    /// The record.
    public var record: SyncRecord
    /// The position of the record in the outbox, or `nil` if the hub already has this version.
    public var place: UInt64?
    /// The sequence number of the hub's last known version, or `nil` if none is known.
    public var sequence: UInt64?
    /// The number of the full read in which the record was last seen.
    public var pass: UInt32
    /// The latest time that a hub accepted for this record.
    public var floor: HybridTime
    /// The reason why the hub rejected this version, or `nil`. A rejected record is not pushed again until it
    /// is edited.
    public var rejection: ItemRejection?

    package init(
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

    /// Creates an entry in the outbox.
    init(pending record: SyncRecord, place: UInt64) {
        self.record = record
        self.place = place
        pass = 0
        floor = .zero
    }

    /// Creates an entry for a record from the hub.
    init(record: SyncRecord, sequence: UInt64, pass: UInt32) {
        self.record = record
        self.sequence = sequence
        self.pass = pass
        floor = .zero
    }

    /// `true` if the record is to be pushed.
    public var isPending: Bool { place != nil && rejection == nil }

    /// The sort key of the record in the outbox.
    package var turn: OutboxTurn { OutboxTurn(isLoser: record.kind == .conflictCopy, place: place ?? .max) }
}

/// The order of the outbox: conflict copies first, then by position.
package struct OutboxTurn: Hashable, Comparable, Codable {
    let isLoser: Bool
    let place: UInt64

    package static func < (lhs: OutboxTurn, rhs: OutboxTurn) -> Bool {
        lhs.isLoser == rhs.isLoser ? lhs.place < rhs.place : lhs.isLoser
    }
}

/// The records of a device before a step.
public protocol ReplicaSnapshot {
    /// The error that a read can throw; `Never` if the records are in memory.
    associatedtype Failure: Error

    /// Returns the entry for a key, or `nil` if the device has no such record.
    ///
    /// - Parameter key: The key of a record.
    func entry(_ key: SyncKey) throws(Failure) -> ReplicaEntry?
    /// Returns the first entries of the outbox, except for excluded and rejected entries.
    ///
    /// Conflict copies come first, so that no device receives a winning value without the conflict copy of
    /// the losing one. The other entries follow in order of their positions.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entries, not counting excluded entries.
    ///   - isPassedOver: Returns `true` for keys to exclude.
    func outbox(
        limit: Int, passingOver isPassedOver: (SyncKey) -> Bool
    ) throws(Failure) -> [ReplicaEntry]
}

/// A change to a device's records. Changes are applied in order.
public enum ReplicaChange: Hashable, Sendable {
    /// Inserts or replaces an entry.
    case put(ReplicaEntry)
    /// Moves records with a sequence number greater than `after` to the outbox, in order of those numbers,
    /// starting at position `place`. The sequence numbers of the moved records are cleared.
    case requeue(after: UInt64, place: UInt64)
    /// Drops tombstones with a sequence number up to this one, unless they are in the outbox.
    case dropTombstones(upTo: UInt64)
    /// Drops the records that were not seen in this full read, because the hub no longer has them. Records in
    /// the outbox and records that the hub never had are kept.
    case dropUnseen(pass: UInt32)
}
