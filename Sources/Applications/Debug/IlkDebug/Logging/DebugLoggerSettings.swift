#if DEBUG
    public import IlkVocabulary

    /// The limits and intervals of a logger.
    public struct DebugLoggerSettings: Sendable {
        /// The entry that is dropped when a limit is reached.
        public enum Overflow: String, Sendable, CaseIterable {
            /// The oldest entry that is not being sent. The most recent entries before an error are kept.
            case dropOldest
            /// The new entry.
            case dropNewest
        }

        /// The part of the system that logs.
        public var source = LogSource.backend
        /// The id of the device, or `nil` if there is none.
        public var deviceId: RecordID?
        /// The number of entries that triggers a shipment, and the maximum size of a shipment: at least 1.
        public var batchEntries = 50
        /// The longest time that an entry waits for a full batch.
        public var interval = Duration.seconds(30)
        /// The maximum number of pending entries, including those being sent: at least `batchEntries`.
        public var maximumEntries = 10_000
        /// The maximum memory of the pending entries, in bytes.
        public var maximumBytes = 8 << 20
        /// The entry that is dropped when a limit is reached.
        public var overflow = Overflow.dropOldest
        /// `true` to redact secrets and personal data, such as tokens, mail addresses and telephone numbers.
        public var redacts = true
        /// The pause after the first failure. It doubles with each further failure.
        public var initialBackoff = Duration.seconds(1)
        /// The maximum pause after a failure.
        public var maximumBackoff = Duration.seconds(300)

        /// Creates the default settings.
        public init() {}
    }

    /// The number of entries by outcome. `accepted` equals the sum of `acknowledged`, `rejected`, `pending`,
    /// `dropped` and `setAside`.
    public struct DebugLoggerCounts: Sendable, Hashable {
        /// The number of logged entries, without skipped entries.
        public var accepted = 0
        /// The number of entries that a server stored.
        public var acknowledged = 0
        /// The number of entries that a server received and reported as rejected.
        public var rejected = 0
        /// The number of pending entries, including those being sent.
        public var pending = 0
        /// The number of entries that exceeded a limit or were logged after closing.
        public var dropped = 0
        /// The number of entries that cannot be sent or that a server permanently refused.
        public var refused = 0
        /// The number of entries that were logged while sending. They are not accepted.
        public var skipped = 0
        /// The number of shipments. One shipment may take several requests.
        public var shipments = 0
        /// The status with which a server refused all requests, or `nil` if it did not.
        public var stopped: Int?

        /// `true` if the counts add up.
        public var isBalanced: Bool {
            accepted == acknowledged + rejected + pending + dropped + refused
        }
    }
#endif
