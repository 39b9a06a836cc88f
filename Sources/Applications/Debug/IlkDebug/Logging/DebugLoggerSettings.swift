#if DEBUG
    public import IlkVocabulary

    /// How a logger collects, ships and forgets.
    public struct DebugLoggerSettings: Sendable {
        /// What goes when there is no room.
        public enum Overflow: String, Sendable, CaseIterable {
            /// The oldest that is not on its way: what led up to a fault is at the end.
            case dropOldest
            /// The one that comes.
            case dropNewest
        }

        /// Which part of the system the program is.
        public var source: LogSource
        /// The device; nil where there is none.
        public var deviceId: RecordID?
        /// So many entries are shipped at once.
        public var batchEntries: Int
        /// The first entry of a batch waits no longer for others.
        public var interval: Duration
        /// How many entries are kept at most, those on their way among them.
        public var maximumEntries: Int
        /// How many bytes they take at most.
        public var maximumBytes: Int
        /// What goes when there is no room.
        public var overflow: Overflow
        /// How many entries that nobody will take are kept to be looked at; more are only counted.
        public var maximumSetAside: Int
        /// Whether tokens, addresses and numbers of people are taken out of payloads.
        public var redacts: Bool
        /// The pause after the first failure; each further one is twice as long.
        public var firstPause: Duration
        /// The longest pause that a failure makes.
        public var longestPause: Duration

        /// Settings of these parts.
        public init(
            source: LogSource = .backend, deviceId: RecordID? = nil, batchEntries: Int = 50,
            interval: Duration = .seconds(30), maximumEntries: Int = 10_000, maximumBytes: Int = 8 << 20,
            overflow: Overflow = .dropOldest, maximumSetAside: Int = 100, redacts: Bool = true,
            firstPause: Duration = .seconds(1), longestPause: Duration = .seconds(300)
        ) {
            precondition(
                batchEntries > 0 && maximumEntries >= batchEntries, "a logger must be able to hold a batch")
            self.source = source
            self.deviceId = deviceId
            self.batchEntries = batchEntries
            self.interval = interval
            self.maximumEntries = maximumEntries
            self.maximumBytes = maximumBytes
            self.overflow = overflow
            self.maximumSetAside = maximumSetAside
            self.redacts = redacts
            self.firstPause = firstPause
            self.longestPause = longestPause
        }
    }

    /// What became of all entries that a logger was given: accepted = acknowledged + rejected + pending + dropped + set aside.
    public struct DebugLoggerCounts: Sendable, Hashable {
        /// How many were given and not skipped.
        public var accepted = 0
        /// How many a server has.
        public var acknowledged = 0
        /// How many a server took and did not keep, as it said.
        public var rejected = 0
        /// How many wait, those on their way among them.
        public var pending = 0
        /// How many went for want of room, or came after the end.
        public var dropped = 0
        /// How many nobody will take.
        public var setAside = 0
        /// How many were logged by the sending itself. They are not accepted.
        public var skipped = 0
        /// How many requests' worth of shipments went out.
        public var shipments = 0
        /// The status with which a server said that it will have nothing from here; nil while it has not.
        public var stopped: Int?

        /// Whether the sum is right.
        public var isBalanced: Bool {
            accepted == acknowledged + rejected + pending + dropped + setAside
        }
    }
#endif
