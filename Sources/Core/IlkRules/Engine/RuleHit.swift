/// A rule that matches a text, or whose result is undecided because a regular expression reached a limit.
public struct RuleHit: Sendable, Hashable {
    /// The index of the rule in ``RuleSet/rules``.
    public let rule: Int
    /// The evidence spans of the rule, as a range of indexes in ``RuleMatcher/spans``. The range is empty if
    /// there are no evidence spans.
    public let spans: Range<Int>
    /// `true` if the result of the rule is unknown, because a regular expression reached its work or stack
    /// limit. An undecided hit adds nothing to a score.
    public let isUndecided: Bool
}
