/// The persistent sync state of a device, stored with its records in the same transaction.
public struct DeviceState: Hashable, Sendable, Codable {
    /// The identifier of the device.
    public internal(set) var device: DeviceID
    /// The recent incarnations of the device (runs of its process), oldest first. The last incarnation is the
    /// current one.
    public internal(set) var lives: [Incarnation] = []
    /// The hybrid logical clock of the device.
    public internal(set) var clock = HybridClock()
    /// The number of edits in the current incarnation.
    public internal(set) var edits: UInt32 = 0
    /// The hub's epochs when the device last registered with the hub.
    public internal(set) var lineage: [EpochStart] = []
    /// The sequence number up to which the feed was read.
    public internal(set) var cursor: UInt64 = 0
    /// The greatest sequence number seen on any record.
    public internal(set) var top: UInt64 = 0
    /// The tombstone horizon: the hub has dropped tombstones up to this sequence number.
    public internal(set) var horizon: UInt64 = 0
    /// The number of full reads of the feed, including the first.
    public internal(set) var pass: UInt32 = 1
    /// `true` during a full read: the initial one, or a full resync after too long an absence.
    public internal(set) var isFull = true
    /// The next position in the outbox.
    public internal(set) var nextPlace: UInt64 = 1

    /// Creates the state of a device that has never synced.
    ///
    /// - Parameter device: A random identifier.
    public init(device: DeviceID) { self.device = device }

    /// The current incarnation.
    public var incarnation: Incarnation { lives.last ?? Incarnation(0) }
}

/// The sync state of a device that is lost when its process ends.
public struct DeviceSession: Hashable, Sendable {
    /// The current phase.
    public internal(set) var phase = SyncPhase<SyncRequest>.idle
    /// `true` if the hub knows the current incarnation.
    public internal(set) var isGreeted = false
    /// The number of consecutive failures.
    public internal(set) var failures = 0
    /// The number of requests sent.
    public internal(set) var requests: UInt64 = 0
    /// The maximum number of records per batch, or `nil` to use the value of the settings. The hub can
    /// require smaller batches.
    public internal(set) var batchLimit: Int?
    /// `true` if the feed may have new records.
    public internal(set) var mustPull = true
    /// `true` if the last request was a push, and the feed has records that this push created and the device
    /// has not read.
    public internal(set) var hasJustPushed = false
    /// `true` if a request was sent since the device was last in sync.
    public internal(set) var hasWorked = true
    /// The time of the next poll, on the monotonic clock.
    public internal(set) var nextPoll: UInt64 = 0

    /// Creates the state of a process that has just started.
    public init() {}
}

/// The complete sync state of a device: a persistent part, and a part that ends with the process.
public struct SyncDevice: Hashable, Sendable {
    /// The persistent part.
    public internal(set) var state: DeviceState
    /// The part that ends with the process.
    public internal(set) var session: DeviceSession

    /// Creates a device whose process has just started, and that has not handled ``DeviceInput/started`` yet.
    ///
    /// - Parameter state: The stored state.
    public init(state: DeviceState) {
        self.state = state
        session = DeviceSession()
    }
}

/// A phase of a device that sends requests to a server.
public enum SyncPhase<Request: Hashable & Sendable>: Hashable, Sendable {
    /// No work remains until the next poll.
    case idle
    /// The device waits for the response to a request until the deadline.
    case waiting(Request, until: UInt64)
    /// The device pauses until a moment, after a failure or because the server requested a pause.
    case paused(until: UInt64)
    /// The server does not accept the credentials. The device waits for new credentials.
    case frozen
}
