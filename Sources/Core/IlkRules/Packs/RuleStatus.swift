/// The maturity of a rule.
public enum RuleStatus: String, Sendable, Hashable, CaseIterable {
    /// The rule fires but adds nothing to a score.
    case experimental
    /// The rule counts but may still change.
    case test
    /// The rule counts and has examples that it must match and that it must not match.
    case stable
    /// The rule never fires and is kept for reference.
    case deprecated

    /// `true` if rules of this status add their weights to scores.
    public var counts: Bool { self == .test || self == .stable }
}
