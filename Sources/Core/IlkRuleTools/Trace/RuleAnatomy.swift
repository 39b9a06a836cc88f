import IlkRules

/// The compiled form of one rule, for display.
public struct RuleAnatomy: Sendable, Hashable {
    /// The matchers of the rule, in file order.
    public let matchers: [MatcherDetails]
    /// The names of the features that the condition compares, without duplicates.
    public let features: [String]
    /// The comparisons that must be true for the rule to match, for example `wordCount < 12`. These
    /// comparisons are evaluated first.
    public let checks: [String]
    /// The ids of the rules that the condition refers to.
    public let dependsOn: [String]
    /// The ids of the rules whose conditions refer to this rule.
    public let dependents: [String]
    /// `true` if the condition is evaluated on every text, because it can be true even if no matcher matches.
    public let isAlwaysTried: Bool
}
