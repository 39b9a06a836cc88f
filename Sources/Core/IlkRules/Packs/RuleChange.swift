/// A change to a rule by an override file or by a later layer.
public struct RuleChange: Sendable, Hashable {
    /// The type of a change.
    public enum Kind: Sendable, Hashable {
        /// The weights were changed. The associated value contains the previous weights in taxonomy order.
        case weights(before: [Double])
        /// The status was changed. The associated value is the previous status.
        case status(before: RuleStatus)
        /// An exception was added. The associated value is the index of the exception in
        /// ``RuleSet/exceptions``.
        case exception(Int)
        /// A rule of an earlier layer was replaced by this rule. ``file`` and ``line`` locate the replaced
        /// rule.
        case replaced
    }

    /// The type of the change.
    public let kind: Kind
    /// The name of the override file. For a replaced rule, the name of its pack.
    public let name: String
    /// The reason for the change, in one line. It is an empty string for a replaced rule.
    public let reason: String
    /// The name of the source file.
    public let file: String
    /// The line in the source file, starting at 1.
    public let line: Int
}
