public import IlkSync

/// A device that syncs its calls with Monica.
public struct MonicaDevice: Hashable, Sendable {
    /// What is stored, with the calls.
    public internal(set) var state: State
    /// What ends with the process.
    public internal(set) var session = Session()

    /// What is remembered beyond the process.
    public struct State: Hashable, Sendable, Codable {
        /// Changes before this were read; seconds since 1970 by Monica's clock.
        public internal(set) var watermark: Int64 = 0
        /// What must be added to the wall clock to have Monica's, in milliseconds.
        public internal(set) var offset: Int64 = 0
        /// Numbers that Monica gave to a call that has another one: to be deleted there.
        public internal(set) var surplus: [Int32] = []
        /// Numbers of calls that another number was seen of, with that one: before it is deleted there the first is looked at,
        /// for somebody may have deleted that and made the other in its place.
        public internal(set) var doubles: [Int32: Int32] = [:]
        /// When all was last read, by the wall clock in milliseconds since 1970; nil when it never was.
        public internal(set) var sweptAt: Int64?
        /// The outbox's next place. A store that has its own says so before each step.
        public internal(set) var nextPlace: UInt64 = 1

        /// Nothing was read yet.
        public init() {}
    }

    /// What a process knows.
    public struct Session: Hashable, Sendable {
        /// What it is doing.
        public internal(set) var phase = SyncPhase<MonicaRequest>.idle
        /// Requests made.
        public internal(set) var requests: UInt64 = 0
        /// Failures in a row.
        public internal(set) var failures = 0
        /// The list that is being read.
        var walk: MonicaWalk?
        /// The call that was just looked at: it may be written now.
        var looked: SyncKey?
        /// Numbers that a full list did not have: to be looked for one by one.
        var suspects: [Int32] = []
        /// Whether what is new is to be read.
        var mustLook = true
        /// Whether the next reading is of all.
        var mustSweep = true
        /// Whether anything was asked since all was last in sync.
        var hasWorked = true
        /// When to look again, and when to read all again, by the monotonic clock.
        public internal(set) var nextLook: UInt64 = 0
        /// When to read all again.
        public internal(set) var nextSweep: UInt64 = 0
    }

    /// A device whose process has just started.
    public init(state: State) { self.state = state }

    /// Whether it has nothing to do until it looks again.
    public var isQuiet: Bool {
        session.phase == .idle && session.walk == nil && session.suspects.isEmpty && !session.mustLook
            && state.surplus.isEmpty && state.doubles.isEmpty
    }
}

/// A list that is being read, page by page, while others insert and delete.
struct MonicaWalk: Hashable, Sendable {
    enum Aim: Hashable, Sendable {
        /// What changed behind the watermark.
        case recent
        /// All there is.
        case all
        /// The number of a call that may have been created.
        case find(SyncKey, contact: Int32)
    }

    var aim: Aim
    var page = 1
    var seen: Set<Int32> = []
    var total: Int?
    /// How many times it began again because pages had shifted.
    var restarts = 0
    /// What was seen when the same was read before.
    var earlier: Set<Int32>?
    var newest: Int64 = 0
}
