/// What a device asks of the hub. Which account it speaks for is the transport's affair: its token says so.
public struct SyncRequest: Hashable, Sendable, Codable {
    /// By which the answer is known.
    public let id: RequestID
    /// Who asks.
    public let device: DeviceID
    /// The hub's epoch that the device counts in. Looked at in all but ``Body/hello(predecessors:)``.
    public let epoch: UInt64
    /// How far the device has read.
    public let cursor: UInt64
    /// Up to where the device knows that tombstones were dropped.
    public let horizon: UInt64
    /// Whether the device reads everything anew.
    public let isFull: Bool
    /// What is asked.
    public let body: Body

    /// What is asked of a hub.
    public enum Body: Hashable, Sendable, Codable {
        /// The device's process has started, or the hub's has: which lives the device had before.
        case hello(predecessors: [Incarnation])
        /// Records that the hub does not have, as far as the device knows.
        case push([PushedItem])
        /// At most so many records behind the cursor.
        case pull(limit: Int)
    }

    /// A request of these parts.
    public init(
        id: RequestID, device: DeviceID, epoch: UInt64, cursor: UInt64, horizon: UInt64, isFull: Bool,
        body: Body
    ) {
        self.id = id
        self.device = device
        self.epoch = epoch
        self.cursor = cursor
        self.horizon = horizon
        self.isFull = isFull
        self.body = body
    }
}

/// Names a request: who asks, in which of its lives, and the how manieth.
public struct RequestID: Hashable, Sendable, Codable {
    /// The device's life.
    public let incarnation: Incarnation
    /// Counted from 1 in each life.
    public let number: UInt64

    /// The request of this number.
    public init(incarnation: Incarnation, number: UInt64) {
        self.incarnation = incarnation
        self.number = number
    }
}

/// A record on its way to the hub.
public struct PushedItem: Hashable, Sendable, Codable {
    /// The record.
    public let record: SyncRecord
    /// The sequence number of the version that the device last saw at the hub; nil when it saw none.
    public let seen: UInt64?
    /// The latest moment that a hub has let pass for this record: what follows it closely is not too far ahead.
    public let floor: HybridTime

    /// An item of these parts.
    public init(record: SyncRecord, seen: UInt64?, floor: HybridTime) {
        self.record = record
        self.seen = seen
        self.floor = floor
    }
}
