import IlkRules

/// The times of the rules on one text.
struct RuleTimings: Sendable, Hashable {
    /// The time of evaluating one rule.
    struct Attempt: Sendable, Hashable {
        /// The index of the rule in ``RuleSet/rules``.
        var rule: Int
        /// The time of its condition and its matchers, in units of the clock. It includes the time of other
        /// rules that the condition is the first to evaluate.
        var time: UInt64
    }

    /// The time of the literal pass, in units of the clock.
    var literals: UInt64 = 0
    /// The time of the word pass, in units of the clock.
    var words: UInt64 = 0
    /// The evaluated rules in order: rules of which a literal or a word occurs in the text, and rules that
    /// need none.
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
