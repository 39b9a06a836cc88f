import IlkRules

/// The results of a rule set for one text.
public struct TextTrace: Sendable, Hashable {
    /// The traces of the requested rules, in the order of the rule set.
    public let rules: [RuleTrace]
    /// The number of considered rules. A rule is considered if one of its literals or words occurs in the
    /// text, or if it can match without them.
    public let considered: Int
    /// The number of rules that match.
    public let matching: Int
    /// The number of rules whose result is undecided because an expression reached its step limit.
    public let stepLimitReached: Int
    /// The time of the pass that finds all literals.
    public let literalPass: Duration
    /// The time of the pass that finds all words.
    public let wordPass: Duration
    /// The total time of evaluating all conditions and their matchers.
    public let conditions: Duration
}
