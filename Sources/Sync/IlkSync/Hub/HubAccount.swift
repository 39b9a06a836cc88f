/// The state of an account at a hub, stored with its records in the same transaction.
public struct HubAccount: Hashable, Sendable, Codable {
    /// The last sequence number that the account gave to a record.
    public internal(set) var head: UInt64 = 0
    /// The tombstone horizon: tombstones up to this sequence number were dropped.
    public internal(set) var horizon: UInt64 = 0
    /// The latest stamp time of a metadata record that the hub has accepted.
    public internal(set) var clock: HybridTime = .zero
    /// The epochs, oldest first. The last one is current.
    public internal(set) var lineage: [EpochStart] = []
    /// The current incarnation of each device.
    public internal(set) var devices: [DeviceID: Incarnation] = [:]

    /// Creates the state of an unused account.
    public init() {}
}

/// The records of an account before a step.
public protocol HubSnapshot {
    /// The error that a read can throw; `Never` if the records are in memory.
    associatedtype Failure: Error

    /// Returns the entry for a key, or `nil` if the account has no such record.
    ///
    /// - Parameter key: The key of a record.
    func entry(_ key: SyncKey) throws(Failure) -> FeedEntry?
    /// Returns the entries after a sequence number, in ascending order.
    ///
    /// - Parameters:
    ///   - sequence: A sequence number.
    ///   - limit: The maximum number of entries.
    func entries(after sequence: UInt64, limit: Int) throws(Failure) -> [FeedEntry]
}

/// A change to an account's records. Changes are applied in order.
public enum HubChange: Hashable, Sendable {
    /// Inserts or replaces a record, received at the hub's wall clock in milliseconds since 1970.
    case put(FeedEntry, received: Int64)
    /// Drops tombstones with a sequence number up to this one.
    case dropTombstones(upTo: UInt64)
}
