#if Server
    import Synchronization

    /// How many requests are worked on.
    final class Turns: Sendable {
        private let count = Atomic(0)

        /// Takes a turn, unless there are as many already.
        func enter(_ most: Int) -> Bool {
            if count.add(1, ordering: .relaxed).newValue <= most { return true }
            leave()
            return false
        }

        func leave() { count.subtract(1, ordering: .relaxed) }
    }
#endif
