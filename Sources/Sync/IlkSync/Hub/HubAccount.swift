/// What a hub knows of one account besides its records. Stored with them, in the same transaction.
public struct HubAccount: Hashable, Sendable, Codable {
    /// The last sequence number given out.
    public internal(set) var head: UInt64 = 0
    /// Tombstones up to here were dropped.
    public internal(set) var horizon: UInt64 = 0
    /// The latest moment that was let pass.
    public internal(set) var clock: HybridTime = .zero
    /// The epochs, oldest first; the last one is the present.
    public internal(set) var lineage: [EpochStart] = []
    /// The life that each device is in.
    public internal(set) var devices: [DeviceID: Incarnation] = [:]

    /// An account that nobody has spoken for.
    public init() {}
}

/// The records of one account of a hub, as they were before the step.
public protocol HubSnapshot {
    /// What reading can fail with; `Never` in memory.
    associatedtype Failure: Error

    /// The record of a key.
    func entry(_ key: SyncKey) throws(Failure) -> FeedEntry?
    /// At most so many records with greater sequence numbers, in ascending order.
    func entries(after sequence: UInt64, limit: Int) throws(Failure) -> [FeedEntry]
}

/// What a hub's step changes in the records of the account, in order.
public enum HubChange: Hashable, Sendable {
    /// A record is new or another one; it came then, by the hub's wall clock in milliseconds since 1970.
    case put(FeedEntry, received: Int64)
    /// Tombstones with sequence numbers up to this one go.
    case dropTombstones(upTo: UInt64)
}
