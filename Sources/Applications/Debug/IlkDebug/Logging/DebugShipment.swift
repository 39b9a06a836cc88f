#if DEBUG
    /// What came of one shipment.
    public struct DebugShipment: Sendable, Hashable {
        /// What came of one entry.
        public enum Outcome: Sendable, Hashable {
            /// The server has it.
            case acknowledged
            /// It will not be sent again: nobody will take it.
            case setAside(DebugEntryFault)
            /// It is to be sent again.
            case kept
        }

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

        /// What came of each entry, in their order.
        public var outcomes: [Outcome]
        /// When to go on.
        public var next: Next
        /// How many of the acknowledged the server said that it did not keep, and never will.
        public var rejected: Int

        /// A shipment of these parts.
        public init(outcomes: [Outcome], next: Next = .now, rejected: Int = 0) {
            self.outcomes = outcomes
            self.next = next
            self.rejected = rejected
        }
    }
#endif
