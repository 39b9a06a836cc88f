import IlkRules

/// The result of one rule for one text, clause by clause.
public struct RuleTrace: Sendable, Hashable {
    /// The index of the rule in ``RuleSet/rules``.
    public let rule: Int
    /// The result of the rule.
    public let outcome: RuleOutcome
    /// The reason why the condition was not evaluated, or `nil` if it was evaluated.
    public let skipReason: String?
    /// The leaf clauses of the condition, in the order of the condition. A leaf clause contains no other
    /// clause.
    public let clauses: [RuleClause]
    /// The smallest clauses that determined the result.
    public let decisive: [RuleClause]
    /// The results of the rule's matchers, in file order.
    public let matchers: [MatcherTrace]
    /// The time of evaluating the condition, or `nil` if the condition was skipped. The time includes a
    /// matcher only if no earlier condition evaluated it.
    public let cost: Duration?
}
