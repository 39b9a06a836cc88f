/// A text beside a rule that says what the rule does to it.
public struct RuleExample: Sendable, Hashable {
    /// What the rule should do, and what it does.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It must match.
        case match
        /// It must not match.
        case reject
        /// It should match and is known not to.
        case knownMiss = "known_miss"
        /// It should not match and is known to.
        case knownFalse = "known_false"

        /// Whether the rule is expected to fire on such a text.
        public var firesAsExpected: Bool { self == .match || self == .knownFalse }
    }

    /// What the rule should do.
    public let kind: Kind
    /// Its place among the rule's examples of its kind, from 0.
    public let index: Int
    /// The text.
    public let text: String
    /// The line of the file where it stands, from 1.
    public let line: Int
    /// The column there in Unicode scalars, from 1.
    public let column: Int
}
