/// The maturity of a rule.
public enum RuleStatus: String, Sendable, Hashable, CaseIterable {
    /// The rule is evaluated and reported, but adds nothing to a score.
    case experimental
    /// The rule adds its weights to scores, but may still change.
    case test
    /// The rule adds its weights to scores. It has examples that it must match and examples that it must not
    /// match.
    case stable
    /// The rule is never evaluated and never matches. It is kept for reference.
    case deprecated

    /// `true` if rules of this status add their weights to scores.
    public var counts: Bool { self == .test || self == .stable }
}
