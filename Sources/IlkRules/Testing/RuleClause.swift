/// A part of a rule's condition and what it came to for one text.
public struct RuleClause: Sendable, Hashable, CustomStringConvertible {
    /// The part as it is written in the rule, or a matcher's name when the rule has no condition.
    public let text: String
    /// Its place in the condition, in Unicode scalars; nil when the rule has no condition.
    public let range: Range<Int>?
    /// What it came to, as `count(header) is 1`.
    public let finding: String

    /// The part and what it came to.
    public var description: String { "'\(text)': \(finding)" }
}
