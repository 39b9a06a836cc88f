public import IlkSync

/// The sync state of a device.
public struct MonicaDevice: Hashable, Sendable {
    /// The state that is stored together with the calls.
    public internal(set) var state: State
    /// The state that is lost when the process ends.
    public internal(set) var session = Session()

    /// The state that is stored together with the calls.
    public struct State: Hashable, Sendable, Codable {
        /// The time up to which all changes in Monica were read, in seconds since 1970 by Monica's clock.
        public internal(set) var watermark: Int64 = 0
        /// Monica's clock minus the local wall clock, in milliseconds.
        public internal(set) var offset: Int64 = 0
        /// The ids of duplicates on the server that will be deleted.
        public internal(set) var surplus: [Int32] = []
        /// The ids of duplicates on the server, by the id of the call that is kept. Before a duplicate is
        /// deleted, the kept call is read. If the kept call no longer exists, the duplicate is kept instead.
        public internal(set) var doubles: [Int32: Int32] = [:]
        /// The time of the last full read by the wall clock, in milliseconds since 1970. `nil` if there was
        /// no full read.
        public internal(set) var sweptAt: Int64?
        /// The next free position in the outbox. A store with its own outbox sets this position before each
        /// step.
        public internal(set) var nextPlace: UInt64 = 1

        /// Creates the state of a device that was never synced.
        public init() {}
    }

    /// The sync state of a process, which is not stored.
    public struct Session: Hashable, Sendable {
        /// The current activity.
        public internal(set) var phase = SyncPhase<MonicaRequest>.idle
        /// The number of requests that the process has made.
        public internal(set) var requests: UInt64 = 0
        /// The number of consecutive failed requests.
        public internal(set) var failures = 0
        /// The list that is being read.
        var walk: MonicaListTraversal?
        /// The key of the call that was just read from the server. This call may now be written.
        var readyToWrite: SyncKey?
        /// The ids of calls that a full read did not find. Each of these calls is read separately.
        var missingIDs: [Int32] = []
        /// `true` if new changes must be read.
        var mustPoll = true
        /// `true` if the next read must be a full read.
        var mustReadAll = true
        /// `true` if a request was made since the device was last in sync.
        var hasSentRequests = true
        /// The monotonic time of the next read of changes, in milliseconds.
        public internal(set) var nextCheck: UInt64 = 0
        /// The monotonic time of the next full read, in milliseconds.
        public internal(set) var nextSweep: UInt64 = 0
    }

    /// Creates a device at the start of a process.
    ///
    /// - Parameter state: The stored state.
    public init(state: State) { self.state = state }

    /// `true` if the device has nothing to do until the next scheduled read.
    public var isQuiet: Bool {
        session.phase == .idle && session.walk == nil && session.missingIDs.isEmpty && !session.mustPoll
            && state.surplus.isEmpty && state.doubles.isEmpty
    }
}

/// A list that is being read page by page, while other clients may insert and delete records.
struct MonicaListTraversal: Hashable, Sendable {
    enum Aim: Hashable, Sendable {
        /// Changes since the watermark, the time up to which changes were already read.
        case recent
        /// All calls.
        case all
        /// A search for a call that may have been created, in order to find its id.
        case find(SyncKey, contact: Int32)
    }

    var aim: Aim
    var page = 1
    var seen: Set<Int32> = []
    var total: Int?
    /// The number of restarts because pages had shifted.
    var restarts = 0
    /// The ids that the previous pass saw.
    var previouslySeen: Set<Int32>?
    var newest: Int64 = 0
}
