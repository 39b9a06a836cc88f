/// A rule that matches a text, or that was not decided because a regular expression reached its step limit.
public struct RuleHit: Sendable, Hashable {
    /// The index of the rule in ``RuleSet/rules``.
    public let rule: Int
    /// The evidence spans as indexes in ``RuleMatcher/spans``. The range is empty if the rule has no evidence
    /// spans.
    public let spans: Range<Int>
    /// `true` if a regular expression reached its work or stack limit, so that it is unknown whether the rule
    /// matches. Such a hit adds nothing to a score.
    public let isUndecided: Bool
}
