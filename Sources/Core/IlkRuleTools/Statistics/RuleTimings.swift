import IlkRules

/// What one text took, rule by rule, as a ``RuleMatcher`` measured it.
struct RuleTimings: Sendable, Hashable {
    /// What trying one rule took.
    struct Attempt: Sendable, Hashable {
        /// The place of the rule in ``RuleSet/rules``.
        var rule: Int
        /// How long its condition and its own matchers took, in the clock's units. A rule that it asks first
        /// (`rule(other)`) is part of that.
        var time: UInt64
    }

    /// How long the pass over the bytes took that finds the literals of all rules, in the clock's units.
    var literals: UInt64 = 0
    /// How long the pass over the words took that finds the words of all rules, in the clock's units.
    var words: UInt64 = 0
    /// The rules that were tried on the text, in their order: those of which a literal or a word was found, and those
    /// that can hold without.
    var attempts: [Attempt] = []

    /// Takes the lesser of each time and that of another run over the same text: interruptions only ever add.
    mutating func keepLeast(_ other: RuleTimings) {
        guard attempts.count == other.attempts.count else { return }
        literals = min(literals, other.literals)
        words = min(words, other.words)
        for index in attempts.indices {
            attempts[index].time = min(attempts[index].time, other.attempts[index].time)
        }
    }
}
