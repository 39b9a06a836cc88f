/// The time limit of a training.
///
/// The caller supplies the elapsed time, either from a clock or, in tests, as given values. A training checks
/// the budget between pieces of work of limited size, so it can take slightly longer than the limit.
public struct TimeBudget {
    /// The time limit of the whole training, in seconds.
    public let seconds: Double
    /// The end of this part of the training, in seconds after the start.
    private let end: Double
    private let elapsed: () -> Double

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - seconds: The time limit in seconds.
    ///   - elapsed: Returns the seconds since the start of the training.
    public init(seconds: Double, elapsed: @escaping () -> Double) {
        self.init(seconds: seconds, end: seconds, elapsed: elapsed)
    }

    private init(seconds: Double, end: Double, elapsed: @escaping () -> Double) {
        (self.seconds, self.end, self.elapsed) = (seconds, end, elapsed)
    }

    /// Returns the budget of the next part of the training.
    ///
    /// - Parameter share: The share of the remaining time, 0 ... 1.
    package func part(_ share: Double) -> TimeBudget {
        let now = elapsed()
        return TimeBudget(seconds: seconds, end: now + max(0, end - now) * share, elapsed: elapsed)
    }

    /// Checks that time is left.
    ///
    /// - Throws: ``TimeLimitReached`` if no time is left.
    package func check() throws(TimeLimitReached) {
        guard elapsed() < end else { throw TimeLimitReached() }
    }
}
