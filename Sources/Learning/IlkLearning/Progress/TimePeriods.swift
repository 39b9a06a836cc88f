/// Texts in the order of time, divided into periods with about equal numbers of texts.
public struct TimePeriods: Sendable, Hashable {
    /// Successive texts in the order of their times.
    public struct Period: Sendable, Hashable {
        /// The time of the first text, in seconds since 1970-01-01T00:00:00Z.
        public let start: Double
        /// The time of the last text, in seconds since 1970-01-01T00:00:00Z.
        public let end: Double
        /// The indices of the texts, in the order of time.
        public let texts: [Int]
    }

    /// The periods, oldest first. No period is empty.
    public let periods: [Period]

    /// Divides texts into periods. Texts with equal times are in the same period.
    ///
    /// - Parameters:
    ///   - times: The time of each text, in seconds since 1970-01-01T00:00:00Z, in any order.
    ///   - count: The desired number of periods. There are fewer periods if there are fewer different times.
    /// - Complexity: O(*n* log *n*) in the number of texts.
    public init(times: [Double], count: Int) {
        let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        var periods: [Period] = []
        var start = 0
        for place in 1...max(1, count) {
            var end = max(start, place * order.count / max(1, count))
            while end > start, end < order.count, times[order[end]] == times[order[end - 1]] { end += 1 }
            guard end > start else { continue }
            periods.append(
                Period(
                    start: times[order[start]], end: times[order[end - 1]], texts: Array(order[start..<end])))
            start = end
        }
        self.periods = periods
    }
}
