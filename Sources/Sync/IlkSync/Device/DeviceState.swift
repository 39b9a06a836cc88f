/// What a device remembers of its sync beyond its process. Stored with its records, in the same transaction.
public struct DeviceState: Hashable, Sendable, Codable {
    /// The device's name.
    public internal(set) var device: DeviceID
    /// Its lives, oldest first; the last one is the present.
    public internal(set) var lives: [Incarnation] = []
    /// Its clock.
    public internal(set) var clock = HybridClock()
    /// Edits made in this life.
    public internal(set) var edits: UInt32 = 0
    /// The hub's epochs as they were at the last greeting.
    public internal(set) var lineage: [EpochStart] = []
    /// How far the hub's feed was read.
    public internal(set) var cursor: UInt64 = 0
    /// The greatest sequence number that any record was seen with.
    public internal(set) var top: UInt64 = 0
    /// Up to where the hub has dropped tombstones.
    public internal(set) var horizon: UInt64 = 0
    /// How many times everything was read anew.
    public internal(set) var pass: UInt32 = 1
    /// Whether everything is being read: at the beginning, and after too long an absence.
    public internal(set) var isFull = true
    /// The outbox's next place.
    public internal(set) var nextPlace: UInt64 = 1

    /// The state of a device that has never synced.
    ///
    /// - Parameter device: A name drawn at random.
    public init(device: DeviceID) { self.device = device }

    /// The life that the device is in.
    public var incarnation: Incarnation { lives.last ?? Incarnation(0) }
}

/// What a device knows of its sync only while its process lives.
public struct DeviceSession: Hashable, Sendable {
    /// What it is doing.
    public internal(set) var phase = SyncPhase<SyncRequest>.idle
    /// Whether the hub knows this life.
    public internal(set) var isGreeted = false
    /// Failures in a row.
    public internal(set) var failures = 0
    /// Requests made.
    public internal(set) var requests: UInt64 = 0
    /// How many records a batch has, when the hub wanted fewer than the settings have.
    public internal(set) var batchLimit: Int?
    /// Whether the feed may have something new.
    public internal(set) var mustPull = true
    /// Whether the last thing done was to push.
    public internal(set) var hasJustPushed = false
    /// Whether anything was asked since all was last in sync.
    public internal(set) var hasWorked = true
    /// When to look again, by the monotonic clock.
    public internal(set) var nextLook: UInt64 = 0

    /// A process that has just started.
    public init() {}
}

/// A device's sync: what it remembers, and what its process knows.
public struct SyncDevice: Hashable, Sendable {
    /// What is stored.
    public internal(set) var state: DeviceState
    /// What ends with the process.
    public internal(set) var session: DeviceSession

    /// A device whose process has just started, before ``DeviceInput/started``.
    public init(state: DeviceState) {
        self.state = state
        session = DeviceSession()
    }
}

/// What a device may be doing that asks a server.
public enum SyncPhase<Request: Hashable & Sendable>: Hashable, Sendable {
    /// Nothing: all is done until it looks again.
    case idle
    /// It waits for the answer to a request, until then.
    case waiting(Request, until: UInt64)
    /// It waits after a failure, or because the server asked for it, until then.
    case paused(until: UInt64)
    /// The server does not accept its credentials; it waits for others.
    case frozen
}
