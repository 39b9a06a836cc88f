/// A change that a later file made to a rule.
public struct RuleChange: Sendable, Hashable {
    /// The type of a change.
    public enum Kind: Sendable, Hashable {
        /// The weights changed. The value is the previous weights in taxonomy order.
        case weights(before: [Double])
        /// The status changed. The value is the previous status.
        case status(before: RuleStatus)
        /// An exception was added. The value is its index in ``RuleSet/exceptions``.
        case exception(Int)
        /// The rule was replaced by a rule of a later layer. ``file`` and ``line`` locate the replaced rule.
        case replaced
    }

    /// The type of the change.
    public let kind: Kind
    /// The name of the override file, or the pack of the replaced rule.
    public let name: String
    /// The reason in one line, or an empty string for a replaced rule.
    public let reason: String
    /// The name of the source file.
    public let file: String
    /// The line in the source file, starting at 1.
    public let line: Int
}
