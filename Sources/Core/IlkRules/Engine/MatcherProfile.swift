/// A record of the time that each matcher takes, and of the matchers whose regular expressions are run.
package final class MatcherProfile {
    /// The time since an arbitrary moment, from the caller's clock.
    private let now: () -> Duration
    /// The time of each matcher, excluding the matchers that it depends on.
    package private(set) var costs: [Int: Duration] = [:]
    /// The matchers whose expressions were run at one or more positions of the text.
    package var ran: Set<Int> = []
    private var inner: Duration = .zero

    package init(now: @escaping () -> Duration) { self.now = now }

    /// Runs the work of a matcher and records its time.
    func time(_ matcher: Int, _ work: () -> Void) {
        let outer = inner
        inner = .zero
        let whole = time(work)
        costs[matcher] = whole - inner
        inner = outer + whole
    }

    /// Runs some work and returns the time that it took.
    package func time(_ work: () -> Void) -> Duration {
        let start = now()
        work()
        return now() - start
    }

    /// Discards the records of the previous text.
    package func reset() {
        costs.removeAll(keepingCapacity: true)
        ran.removeAll(keepingCapacity: true)
    }
}
