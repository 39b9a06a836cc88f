import IlkRules

/// The result of one rule for one text, clause by clause.
public struct RuleTrace: Sendable, Hashable {
    /// The index of the rule in ``RuleSet/rules``.
    public let rule: Int
    /// The result of the rule.
    public let outcome: RuleOutcome
    /// The reason why the condition was not evaluated, or `nil` if it was evaluated.
    public let skipReason: String?
    /// The leaf clauses of the condition in order.
    public let clauses: [RuleClause]
    /// The smallest clauses that determined the result.
    public let decisive: [RuleClause]
    /// The matchers in file order.
    public let matchers: [MatcherTrace]
    /// The time of the condition, or `nil` if the condition was skipped. The time includes the matchers that
    /// this condition was the first to evaluate.
    public let cost: Duration?
}
