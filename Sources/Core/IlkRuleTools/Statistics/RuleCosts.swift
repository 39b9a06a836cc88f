public import IlkRules
import IlkText
public import IlkVocabulary

/// What the rules of a rule set take, measured over texts.
///
/// Each text is run three times and the least time of each rule counts, so that interruptions of the machine are not
/// taken for a rule's doing; caches are warm. What a reading of the clock takes is subtracted. Times are those of one
/// thread of this machine: compare them within one measurement.
public struct RuleCosts: Sendable, Hashable {
    /// How many texts were measured.
    public private(set) var texts = 0
    /// Rule by rule: on how many texts it was tried at all. On the others it costs nothing of its own.
    public private(set) var attempts: [Int]
    /// Rule by rule: nanoseconds over all texts, for its condition and its own matchers.
    public private(set) var nanoseconds: [UInt64]
    /// Nanoseconds over all texts of the pass that finds the literals of all rules together.
    public private(set) var literals: UInt64 = 0
    /// Nanoseconds over all texts of the pass that finds the words of all rules together.
    public private(set) var words: UInt64 = 0
    /// Nanoseconds over all texts of running all rules, with no clock read between them: what the parts add up to, but
    /// for what is done once a text.
    public private(set) var whole: UInt64 = 0

    /// How often each text is run.
    static let runs = 3

    /// Costs of no texts.
    init(ruleCount: Int) {
        attempts = [Int](repeating: 0, count: ruleCount)
        nanoseconds = [UInt64](repeating: 0, count: ruleCount)
    }

    /// Adds what a text took.
    ///
    /// - Parameters:
    ///   - timings: What the parts took.
    ///   - whole: What all took, with no clock read between.
    ///   - overhead: What of each time is the clock's.
    mutating func add(_ timings: RuleTimings, whole: UInt64, overhead: UInt64) {
        texts += 1
        self.whole += whole - min(overhead, whole)
        literals += timings.literals - min(overhead, timings.literals)
        words += timings.words - min(overhead, timings.words)
        for attempt in timings.attempts {
            attempts[attempt.rule] += 1
            nanoseconds[attempt.rule] += attempt.time - min(overhead, attempt.time)
        }
    }

    /// What a rule takes of a text in the mean over all texts, in microseconds.
    public func microsecondsPerText(ofRule rule: Int) -> Double {
        texts == 0 ? 0 : Double(nanoseconds[rule]) / Double(texts) / 1_000
    }

    /// What a rule takes of a text that it is tried on, in microseconds.
    public func microsecondsPerAttempt(ofRule rule: Int) -> Double {
        attempts[rule] == 0 ? 0 : Double(nanoseconds[rule]) / Double(attempts[rule]) / 1_000
    }

    /// What the two passes that all rules share take of a text in the mean, in microseconds.
    public var sharedMicrosecondsPerText: Double {
        texts == 0 ? 0 : Double(literals + words) / Double(texts) / 1_000
    }

    /// What running all rules takes of a text in the mean, in microseconds.
    public var microsecondsPerText: Double { texts == 0 ? 0 : Double(whole) / Double(texts) / 1_000 }

    /// Measures.
    ///
    /// - Parameters:
    ///   - clock: Nanoseconds of a clock that never goes back.
    ///   - progress: Called now and then with the number of texts read. What it throws ends the run.
    /// - Throws: `TextError` when ICU is not to be had.
    public static func of(
        _ ruleSet: RuleSet, on texts: [LabelledText], clock: () -> UInt64,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> RuleCosts {
        var costs = RuleCosts(ruleCount: ruleSet.rules.count)
        let analyzer = try TextAnalyzer(measuring: ruleSet.featureLevel)
        var analysis = AnalyzedText()
        let matcher = RuleMatcher(ruleSet)
        let overhead = overhead(of: clock)
        var least = RuleTimings()
        var again = RuleTimings()
        for (index, text) in texts.enumerated() {
            analyzer.analyze(text.text, into: &analysis)
            matcher.evaluate(analysis, clock: clock, into: &least)
            for _ in 1..<runs {
                matcher.evaluate(analysis, clock: clock, into: &again)
                least.keepLeast(again)
            }
            var whole = UInt64.max
            for _ in 0..<runs {
                let start = clock()
                matcher.evaluate(analysis)
                whole = min(whole, clock() - start)
            }
            costs.add(least, whole: whole, overhead: overhead)
            if index % 256 == 255 { try progress(index + 1) }
        }
        return costs
    }

    /// The median of what two readings of a clock are apart when nothing stands between them.
    private static func overhead(of clock: () -> UInt64) -> UInt64 {
        let times = (0..<101).map { _ in
            let start = clock()
            return clock() - start
        }
        return times.sorted()[50]
    }
}
