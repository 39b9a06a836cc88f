#if DEBUG
    public import FoundationEssentials

    /// The clocks of a logger: one that never goes back, for what waits, and the wall's, for what is written down.
    public struct DebugClock: Sendable {
        /// The time since some moment that does not change.
        public let now: @Sendable () -> Duration
        /// Waits so long, or until the task is cancelled.
        public let sleep: @Sendable (Duration) async throws -> Void
        /// The time of day.
        public let date: @Sendable () -> Date

        /// Clocks of these functions.
        public init(
            now: @escaping @Sendable () -> Duration,
            sleep: @escaping @Sendable (Duration) async throws -> Void,
            date: @escaping @Sendable () -> Date
        ) {
            self.now = now
            self.sleep = sleep
            self.date = date
        }

        /// The system's.
        public static var system: DebugClock {
            let start = ContinuousClock.now
            return DebugClock(
                now: { start.duration(to: .now) }, sleep: { try await Task.sleep(for: $0) }, date: { Date() })
        }
    }
#endif
