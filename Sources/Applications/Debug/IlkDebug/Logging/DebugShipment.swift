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

        /// What came of each entry, in their order: `later` for one that is to be sent again, `refused` for one that is set aside.
        public var outcomes: [DebugBatchAnswer.Outcome]
        /// When to go on.
        public var next: Next
        /// How many of the stored the server said that it did not keep, and never will.
        public var rejected: Int

        /// A shipment of these parts.
        public init(outcomes: [DebugBatchAnswer.Outcome], next: Next = .now, rejected: Int = 0) {
            self.outcomes = outcomes
            self.next = next
            self.rejected = rejected
        }
    }
#endif
