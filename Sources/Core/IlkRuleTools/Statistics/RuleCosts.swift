public import IlkRules
public import IlkVocabulary

/// The run time of each rule, measured on a set of texts.
///
/// The rules are run three times on each text, so caches are warm. To exclude interruptions, only the minimum
/// time of each rule counts. The time of a clock reading is subtracted. All times are for one thread on this
/// machine. Do not compare times from different measurements.
public struct RuleCosts: Sendable, Hashable {
    /// The number of measured texts.
    public private(set) var texts = 0
    /// For each rule, the number of texts on which the rule was evaluated. On other texts, the rule is
    /// skipped and has no separate cost.
    public private(set) var attempts: [Int]
    /// For each rule, the total time of its condition and its matchers in nanoseconds.
    public private(set) var nanoseconds: [UInt64]
    /// The total time of the literal pass, which finds the literals of all rules in a text, in nanoseconds.
    public private(set) var literals: UInt64 = 0
    /// The total time of the word pass, which finds the words of all rules in a text, in nanoseconds.
    public private(set) var words: UInt64 = 0
    /// The total time of running all rules without clock readings in between, in nanoseconds. It also
    /// includes the constant work per text.
    public private(set) var total: UInt64 = 0

    /// The number of runs per text.
    static let runs = 3

    package init(ruleCount: Int) {
        attempts = [Int](repeating: 0, count: ruleCount)
        nanoseconds = [UInt64](repeating: 0, count: ruleCount)
    }

    /// Adds the times of a text.
    ///
    /// - Parameters:
    ///   - timings: The times of the parts.
    ///   - whole: The total time without clock readings in between.
    ///   - overhead: The time of a clock reading, which is subtracted from each time.
    mutating func add(_ timings: RuleTimings, whole: UInt64, overhead: UInt64) {
        texts += 1
        self.total += whole - min(overhead, whole)
        literals += timings.literals - min(overhead, timings.literals)
        words += timings.words - min(overhead, timings.words)
        for attempt in timings.attempts {
            attempts[attempt.rule] += 1
            nanoseconds[attempt.rule] += attempt.time - min(overhead, attempt.time)
        }
    }

    /// Returns the mean time of a rule over all texts, in microseconds.
    ///
    /// - Parameter rule: The index of the rule in the rule set.
    public func microsecondsPerText(ofRule rule: Int) -> Double {
        texts == 0 ? 0 : Double(nanoseconds[rule]) / Double(texts) / 1_000
    }

    /// Returns the mean time of a rule over the texts on which it was evaluated, in microseconds.
    ///
    /// - Parameter rule: The index of the rule in the rule set.
    public func microsecondsPerAttempt(ofRule rule: Int) -> Double {
        attempts[rule] == 0 ? 0 : Double(nanoseconds[rule]) / Double(attempts[rule]) / 1_000
    }

    /// The mean time per text, in microseconds, of the two passes that find the literals and the words of all
    /// rules.
    public var sharedMicrosecondsPerText: Double {
        texts == 0 ? 0 : Double(literals + words) / Double(texts) / 1_000
    }

    /// The mean time per text for all rules together, in microseconds.
    public var microsecondsPerText: Double { texts == 0 ? 0 : Double(total) / Double(texts) / 1_000 }

    /// Adds times that were measured on other texts.
    ///
    /// - Parameter other: Times of the same rules, measured on other texts.
    package mutating func merge(_ other: RuleCosts) {
        texts += other.texts
        for rule in attempts.indices {
            attempts[rule] += other.attempts[rule]
            nanoseconds[rule] += other.nanoseconds[rule]
        }
        literals += other.literals
        words += other.words
        total += other.total
    }

    /// Measures the rules of a rule set.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - texts: The texts on which the rules are run. Their labels are ignored.
    ///   - clock: Returns the time of a monotonic clock, in nanoseconds.
    ///   - progress: Called after every 256 texts with the number of texts measured so far. An error thrown
    ///     here ends the run.
    /// - Throws: `TextError` if ICU data cannot be loaded, and the errors of `progress`.
    /// - Complexity: O(*n*) in the total length of the texts, plus the cost of the rules.
    public static func measure(
        _ ruleSet: RuleSet, on texts: [LabeledText], clock: @escaping () -> UInt64,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> RuleCosts {
        let meter = try RuleCostMeter(ruleSet, clock: clock)
        for (index, text) in texts.enumerated() {
            meter.measure(text.text)
            if index % 256 == 255 { try progress(index + 1) }
        }
        return meter.costs
    }
}
