#if DEBUG
    /// The result of sending a batch of entries.
    public struct DebugShipment: Sendable, Hashable {
        /// The earliest time at which the next batch may be sent.
        public enum Next: Sendable, Hashable {
            /// The next batch may be sent immediately.
            case now
            /// The next batch is sent after a pause, which grows with each failure.
            case backoff
            /// The next batch is sent after the pause that the server requested.
            case after(Duration)
            /// No further batches are sent, because the server refuses all requests with a status such as
            /// 401.
            case stopped(status: Int)
        }

        /// The outcome of each entry, in order.
        public var outcomes: [DebugBatchResponse.Outcome]
        /// The earliest time at which the next batch may be sent.
        public var next: Next
        /// The number of entries that the server rejected without naming them, as in OTLP's partial success.
        /// These entries have the outcome `stored` in ``outcomes``.
        public var rejected: Int

        /// Creates a result.
        ///
        /// - Parameters:
        ///   - outcomes: The outcome of each entry, in order.
        ///   - next: The earliest time at which the next batch may be sent.
        ///   - rejected: The number of entries that the server rejected without naming them.
        public init(outcomes: [DebugBatchResponse.Outcome], next: Next = .now, rejected: Int = 0) {
            self.outcomes = outcomes
            self.next = next
            self.rejected = rejected
        }
    }
#endif
