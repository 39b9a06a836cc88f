import IlkRules

/// The times of the rules on one text.
struct RuleTimings: Sendable, Hashable {
    /// The time of evaluating one rule.
    struct Attempt: Sendable, Hashable {
        /// The index of the rule in ``RuleSet/rules``.
        var rule: Int
        /// The time of evaluating the condition and its matchers, in units of the clock. It includes other
        /// rules that the condition refers to, unless they were evaluated before.
        var time: UInt64
    }

    /// The time of the literal pass, in units of the clock.
    var literals: UInt64 = 0
    /// The time of the word pass, in units of the clock.
    var words: UInt64 = 0
    /// The evaluated rules in order. A rule is evaluated if one of its literals or words occurs in the text,
    /// or if it can match without them.
    var attempts: [Attempt] = []

    /// Keeps the minimum of each time and the time of another run, because interruptions only add time.
    mutating func keepLeast(_ other: RuleTimings) {
        guard attempts.count == other.attempts.count else { return }
        literals = min(literals, other.literals)
        words = min(words, other.words)
        for index in attempts.indices {
            attempts[index].time = min(attempts[index].time, other.attempts[index].time)
        }
    }
}
