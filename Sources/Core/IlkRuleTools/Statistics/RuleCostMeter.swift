package import IlkRules
import IlkText

/// A meter of the run time of each rule. A meter is not thread-safe: each thread needs a separate meter.
package final class RuleCostMeter {
    /// The times of the texts so far.
    package private(set) var costs: RuleCosts

    private let analyzer: TextAnalyzer
    private let matcher: RuleMatcher
    private let clock: () -> UInt64
    private let overhead: UInt64
    private var analysis = AnalyzedText()
    private var least = RuleTimings()
    private var again = RuleTimings()

    /// - Throws: `TextError` if ICU data cannot be loaded.
    package init(_ ruleSet: RuleSet, clock: @escaping () -> UInt64) throws {
        costs = RuleCosts(ruleCount: ruleSet.rules.count)
        analyzer = try TextAnalyzer(measuring: ruleSet.featureLevel)
        matcher = RuleMatcher(ruleSet)
        self.clock = clock
        overhead = Self.overhead(of: clock)
    }

    /// Returns the times measured so far, and resets the meter to 0.
    package func reset() -> RuleCosts {
        defer { costs = RuleCosts(ruleCount: costs.attempts.count) }
        return costs
    }

    /// Runs the rules on a text and adds the measured times.
    package func measure(_ text: String) {
        analyzer.analyze(text, into: &analysis)
        matcher.evaluate(analysis, clock: clock, into: &least)
        for _ in 1..<RuleCosts.runs {
            matcher.evaluate(analysis, clock: clock, into: &again)
            least.keepLeast(again)
        }
        var whole = UInt64.max
        for _ in 0..<RuleCosts.runs {
            let start = clock()
            matcher.evaluate(analysis)
            whole = min(whole, clock() - start)
        }
        costs.add(least, whole: whole, overhead: overhead)
    }

    /// Returns the median time between two consecutive clock readings.
    private static func overhead(of clock: () -> UInt64) -> UInt64 {
        let times = (0..<101).map { _ in
            let start = clock()
            return clock() - start
        }
        return times.sorted()[50]
    }
}
