#if DEBUG
    public import FoundationEssentials

    /// The clocks of a logger: a monotonic clock for intervals, and the wall clock for timestamps.
    public struct DebugClock: Sendable {
        /// Returns the time since a fixed moment.
        public let now: @Sendable () -> Duration
        /// Sleeps for a duration, or until the task is canceled.
        public let sleep: @Sendable (Duration) async throws -> Void
        /// Returns the current date and time.
        public let date: @Sendable () -> Date

        /// Creates a clock.
        ///
        /// - Parameters:
        ///   - now: Returns the time since a fixed moment. The returned time must never decrease.
        ///   - sleep: Sleeps for a duration. The function throws if the task is canceled.
        ///   - date: Returns the current date and time.
        public init(
            now: @escaping @Sendable () -> Duration,
            sleep: @escaping @Sendable (Duration) async throws -> Void,
            date: @escaping @Sendable () -> Date
        ) {
            self.now = now
            self.sleep = sleep
            self.date = date
        }

        /// The clocks of the system.
        public static var system: DebugClock {
            let start = ContinuousClock.now
            return DebugClock(
                now: { start.duration(to: .now) }, sleep: { try await Task.sleep(for: $0) }, date: { Date() })
        }
    }
#endif
