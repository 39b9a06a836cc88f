/// What is written down of matchers while they are run.
package final class MatcherWatch {
    /// The time since any moment. It is the caller's: nothing here knows a clock.
    private let now: () -> Duration
    /// How long each matcher took, without those that it waited for.
    package private(set) var costs: [Int: Duration] = [:]
    /// The matchers whose expressions were run, if only at one place.
    package var ran: Set<Int> = []
    private var inner: Duration = .zero

    /// A watch by a clock.
    package init(now: @escaping () -> Duration) { self.now = now }

    /// Does the work of a matcher.
    func time(_ matcher: Int, _ work: () -> Void) {
        let outer = inner
        inner = .zero
        let whole = time(work)
        costs[matcher] = whole - inner
        inner = outer + whole
    }

    /// How long some work takes.
    package func time(_ work: () -> Void) -> Duration {
        let start = now()
        work()
        return now() - start
    }

    /// Forgets the last text.
    package func reset() {
        costs.removeAll(keepingCapacity: true)
        ran.removeAll(keepingCapacity: true)
    }
}
