/// How long to wait before trying again: doubling from one pause to another.
public struct RetrySchedule: Sendable, Hashable {
    /// The pause after the first failure.
    public var first: Duration
    /// The longest pause.
    public var longest: Duration

    /// A schedule of these pauses.
    public init(first: Duration = .milliseconds(10), longest: Duration = .seconds(1)) {
        self.first = first
        self.longest = longest
    }

    /// The pause after the `attempt`-th failure, counted from 1.
    public func pause(afterAttempt attempt: Int) -> Duration {
        min(longest, first * (1 << min(max(0, attempt - 1), 30)))
    }
}
