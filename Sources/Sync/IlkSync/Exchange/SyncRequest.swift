/// A request of a device to the hub. The transport's token determines the account.
public struct SyncRequest: Hashable, Sendable, Codable {
    /// The ID that the response repeats.
    public let id: RequestID
    /// The device that sends the request.
    public let device: DeviceID
    /// The hub's latest epoch that the device knows. The hub ignores this value in
    /// ``Body/hello(predecessors:)``.
    public let epoch: UInt64
    /// The sequence number up to which the device has read the feed.
    public let cursor: UInt64
    /// The tombstone horizon that the device knows: the hub has dropped tombstones up to this sequence
    /// number.
    public let horizon: UInt64
    /// `true` during a full read.
    public let isFull: Bool
    /// The content of the request.
    public let body: Body

    /// The content of a request.
    public enum Body: Hashable, Sendable, Codable {
        /// Registers the current incarnation of the device. The device sends this request after its process
        /// or the hub's process has started. `predecessors` are the earlier incarnations of the device.
        case hello(predecessors: [Incarnation])
        /// Pushes a batch of records from the outbox.
        case push([PushedItem])
        /// Reads at most `limit` records after the cursor.
        case pull(limit: Int)
    }

    package init(
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

/// The identifier of a request, unique per device.
public struct RequestID: Hashable, Sendable, Codable {
    /// The incarnation of the device.
    public let incarnation: Incarnation
    /// The number of the request, counted from 1 in each incarnation.
    public let number: UInt64

    package init(incarnation: Incarnation, number: UInt64) {
        self.incarnation = incarnation
        self.number = number
    }
}

/// A record in a push request.
public struct PushedItem: Hashable, Sendable, Codable {
    /// The record.
    public let record: SyncRecord
    /// The sequence number of the hub's version of the record that the device last saw, or `nil` if it has
    /// seen none.
    public let seen: UInt64?
    /// The latest stamp time that a hub accepted for this record. A hub also accepts a stamp up to
    /// ``HubSettings/slack`` after this time, even if the stamp is far ahead of the hub's clock.
    public let floor: HybridTime

    package init(record: SyncRecord, seen: UInt64?, floor: HybridTime) {
        self.record = record
        self.seen = seen
        self.floor = floor
    }
}
