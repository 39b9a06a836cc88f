#if DEBUG
    /// The result of a shipment.
    public struct DebugShipment: Sendable, Hashable {
        /// The time of the next shipment.
        public enum Next: Sendable, Hashable {
            /// Immediately.
            case now
            /// After a pause that grows with each failure.
            case backoff
            /// After the pause that the server requested.
            case after(Duration)
            /// Never: the server refuses all requests, with a status such as 401.
            case stopped(status: Int)
        }

        /// The outcome of each entry, in order.
        public var outcomes: [DebugBatchResponse.Outcome]
        /// The earliest time of the next shipment.
        public var next: Next
        /// The number of entries that the server received and permanently rejected.
        public var rejected: Int

        /// Creates a result.
        ///
        /// - Parameters:
        ///   - outcomes: The outcome of each entry, in order.
        ///   - next: The time of the next shipment.
        ///   - rejected: The number of entries that the server permanently rejected.
        public init(outcomes: [DebugBatchResponse.Outcome], next: Next = .now, rejected: Int = 0) {
            self.outcomes = outcomes
            self.next = next
            self.rejected = rejected
        }
    }
#endif
