import IlkRules

/// What one rule did with one text, clause by clause.
public struct RuleTrace: Sendable, Hashable {
    /// Its place in ``RuleSet/rules``.
    public let rule: Int
    /// What came of it.
    public let outcome: RuleOutcome
    /// Why its condition was not looked at; nil when it was.
    public let passedOver: String?
    /// The clauses of its condition, in order.
    public let clauses: [RuleClause]
    /// The smallest of them that made the condition come out so.
    public let decisive: [RuleClause]
    /// Its matchers, in the order of the file.
    public let matchers: [MatcherTrace]
    /// How long its condition took with the matchers that it was the first to ask; nil when it was passed over.
    public let cost: Duration?
}
