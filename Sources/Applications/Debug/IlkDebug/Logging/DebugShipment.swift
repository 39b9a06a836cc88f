#if DEBUG
    /// What came of one shipment.
    public struct DebugShipment: Sendable, Hashable {
        /// When the next shipment may go.
        public enum Next: Sendable, Hashable {
            /// At once.
            case now
            /// After a pause that grows from failure to failure.
            case later
            /// After as long as the server asked for.
            case after(Duration)
            /// Never: the server will not have anything from here. The status says why: 401 and the like.
            case stopped(status: Int)
        }

        /// The outcome of each entry, in their order: `later` if it is sent again, `refused` if it is dropped.
        public var outcomes: [DebugBatchAnswer.Outcome]
        /// The time of the next shipment.
        public var next: Next
        /// The number of entries that the server took and reported as rejected for good.
        public var rejected: Int

        /// A shipment of these parts.
        public init(outcomes: [DebugBatchAnswer.Outcome], next: Next = .now, rejected: Int = 0) {
            self.outcomes = outcomes
            self.next = next
            self.rejected = rejected
        }
    }
#endif
