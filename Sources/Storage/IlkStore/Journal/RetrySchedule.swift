/// An exponential backoff: each pause is twice the previous one.
public struct RetrySchedule: Sendable, Hashable {
    /// The pause after the first failure.
    public var first: Duration
    /// The maximum pause between two attempts.
    public var longest: Duration

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - first: The pause after the first failure.
    ///   - longest: The maximum pause.
    public init(first: Duration = .milliseconds(10), longest: Duration = .seconds(1)) {
        self.first = first
        self.longest = longest
    }

    /// Returns the pause after a failure.
    ///
    /// - Parameter attempt: The number of the failed attempt, from 1.
    public func pause(afterAttempt attempt: Int) -> Duration {
        min(longest, first * (1 << min(max(0, attempt - 1), 30)))
    }
}
