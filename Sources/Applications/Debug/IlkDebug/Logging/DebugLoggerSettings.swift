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
        public var source = LogSource.backend
        /// The device; nil where there is none.
        public var deviceId: RecordID?
        /// So many entries are shipped at once: at least 1.
        public var batchEntries = 50
        /// The first entry of a batch waits no longer for others.
        public var interval = Duration.seconds(30)
        /// The most entries that are kept, those on their way among them: at least a batch.
        public var maximumEntries = 10_000
        /// How many bytes they take at most.
        public var maximumBytes = 8 << 20
        /// What goes when there is no room.
        public var overflow = Overflow.dropOldest
        /// Whether tokens, addresses and numbers of people are taken out of payloads.
        public var redacts = true
        /// The pause after the first failure; each further one is twice as long.
        public var firstPause = Duration.seconds(1)
        /// The longest pause that a failure makes.
        public var longestPause = Duration.seconds(300)

        /// The defaults.
        public init() {}
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
