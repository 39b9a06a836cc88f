import IlkRules

/// The results of a rule set for one text.
public struct TextTrace: Sendable, Hashable {
    /// The requested rules in the order of the rule set.
    public let rules: [RuleTrace]
    /// The number of considered rules: rules with a literal or word in the text, and rules that can match
    /// without one.
    public let considered: Int
    /// The number of rules that match.
    public let matching: Int
    /// The number of rules whose result is undecided because an expression reached its step limit.
    public let stepLimitReached: Int
    /// The time of the pass that finds all literals.
    public let literalPass: Duration
    /// The time of the pass that finds all words.
    public let wordPass: Duration
    /// The total time of all conditions and their matchers.
    public let conditions: Duration
}
