/// What a later file made of a rule.
public struct RuleChange: Sendable, Hashable {
    /// What was changed.
    public enum Kind: Sendable, Hashable {
        /// The weights; these were before, in the taxonomy's order.
        case weights(before: [Double])
        /// The status; this was before.
        case status(before: RuleStatus)
        /// The rule does not fire where an exception holds: its place in ``RuleSet/exceptions``.
        case exception(Int)
        /// The whole rule, by the one of a later layer; ``file`` and ``line`` say where the earlier one stands.
        case replaced
    }

    /// What was changed.
    public let kind: Kind
    /// The name of the override file; of a rule that was replaced, the name of the earlier pack.
    public let name: String
    /// Why, in one line for people; empty for a rule that was replaced.
    public let because: String
    /// The name of the source that says so.
    public let file: String
    /// The line of the source where it stands, from 1.
    public let line: Int
}
