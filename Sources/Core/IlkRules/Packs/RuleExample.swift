/// An example text with the expected result of its rule.
public struct RuleExample: Sendable, Hashable {
    /// The type of an example: the intended result of the rule, and whether the rule is known to fail.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The rule must match.
        case match
        /// The rule must not match.
        case reject
        /// A known false negative: the rule should match but does not.
        case knownMiss = "known_false_negative"
        /// A known false positive: the rule should not match but does.
        case knownFalse = "known_false_positive"

        /// `true` if the rule is expected to match the example. This includes known false positives.
        public var isExpectedToMatch: Bool { self == .match || self == .knownFalse }
    }

    /// The type of the example.
    public let kind: Kind
    /// The index among the rule's examples of the same kind, starting at 0.
    public let index: Int
    /// The text of the example.
    public let text: String
    /// The line in the source file, starting at 1.
    public let line: Int
    /// The column in Unicode scalars, starting at 1.
    public let column: Int
}
