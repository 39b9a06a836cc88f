#if DEBUG
    public import IlkVocabulary

    /// The limits and intervals of a logger.
    public struct DebugLoggerSettings: Sendable {
        /// The choice of the entry that is dropped when a limit is reached.
        public enum Overflow: String, Sendable, CaseIterable {
            /// The oldest entry that is not being sent is dropped. With this choice, the most recent entries
            /// before an error are kept.
            case dropOldest
            /// The new entry is dropped.
            case dropNewest
        }

        /// The part of the system that logs.
        public var source = LogSource.backend
        /// The id of the device that logs, or `nil` if the device has no id.
        public var deviceId: RecordID?
        /// The number of entries in a full batch, at least 1. When this number is reached, the batch is sent.
        public var batchEntries = 50
        /// The longest time that an entry waits for its batch to be sent.
        public var interval = Duration.seconds(30)
        /// The maximum number of pending entries, including those being sent: at least `batchEntries`.
        public var maximumEntries = 10_000
        /// The maximum memory of the pending entries, in bytes.
        public var maximumBytes = 8 << 20
        /// The choice of the entry that is dropped when a limit is reached.
        public var overflow = Overflow.dropOldest
        /// `true` to redact secrets and personal data, such as tokens, mail addresses and telephone numbers.
        public var redacts = true
        /// The pause after the first failure. The pause doubles with each further failure.
        public var initialBackoff = Duration.seconds(1)
        /// The maximum pause after a failure.
        public var maximumBackoff = Duration.seconds(300)

        /// Creates the default settings.
        public init() {}
    }

    /// The number of entries by outcome. `accepted` equals the sum of `acknowledged`, `rejected`, `pending`,
    /// `dropped` and `refused`.
    public struct DebugLoggerCounts: Sendable, Hashable {
        /// The number of logged entries, not counting ``skipped`` entries.
        public var accepted = 0
        /// The number of entries that a server stored.
        public var acknowledged = 0
        /// The number of entries that a server reported as rejected without naming them, as in OTLP's partial
        /// success.
        public var rejected = 0
        /// The number of pending entries, including those being sent.
        public var pending = 0
        /// The number of entries that were dropped because a limit was reached or because the logger was
        /// closed.
        public var dropped = 0
        /// The number of entries that cannot be sent, or that a server rejected by an error status or by a
        /// result for the entry.
        public var refused = 0
        /// The number of entries that were ignored because the shipper's own code logged them while sending.
        public var skipped = 0
        /// The number of batches that were sent. A batch may take several requests.
        public var shipments = 0
        /// The HTTP status with which the server refuses all requests, or `nil` if requests are accepted.
        public var stopped: Int?

        /// `true` if `accepted` equals the sum of `acknowledged`, `rejected`, `pending`, `dropped` and
        /// `refused`.
        public var isBalanced: Bool {
            accepted == acknowledged + rejected + pending + dropped + refused
        }
    }
#endif
