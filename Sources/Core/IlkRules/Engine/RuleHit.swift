/// A rule that holds for a text, or one of which that is not known.
public struct RuleHit: Sendable, Hashable {
    /// The place of the rule in ``RuleSet/rules``.
    public let rule: Int
    /// The places of the spans that speak for it in ``RuleMatcher/spans``; empty when it holds for the text as a whole.
    public let spans: Range<Int>
    /// Whether a regular expression came to its limit of time or stack, so that it is not known whether the rule
    /// holds. Such a hit adds nothing to a score.
    public let gaveUp: Bool
}
