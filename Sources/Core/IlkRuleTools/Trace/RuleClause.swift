import IlkRules
public import IlkVocabulary

/// Outcomes of a rule, or of a part of its condition, for one text.
public enum RuleOutcome: String, Sendable, Hashable {
    /// It holds.
    case holds
    /// It does not.
    case fails
    /// An expression came to its limit: not known.
    case gaveUp
    /// Nobody asked: the condition came out without it.
    case unasked
    /// The rule is deprecated and was not tried.
    case deprecated
}

/// A part of a rule's condition and what it came to for one text.
public struct RuleClause: Sendable, Hashable, CustomStringConvertible {
    /// The part as it is written in the rule, or a matcher's name when the rule has no condition.
    public let text: String
    /// Its place in the condition, in Unicode scalars; nil when the rule has no condition.
    public let range: Range<Int>?
    /// What it came to.
    public let outcome: RuleOutcome
    /// What it came to in words, as `count(header) is 1`, without the places.
    public let finding: String
    /// The places in the text that its matchers were found at, in bytes: the first of them.
    public let spans: [TextSpan]

    /// The part and what it came to, with the first three places.
    public var description: String {
        let places = spans.prefix(3).map { "\($0.lowerBound)..<\($0.upperBound)" }.joined(separator: ", ")
        let more = spans.count > 3 ? ", ..." : ""
        return "'\(text)': \(finding)" + (spans.isEmpty ? "" : " at \(places)\(more)")
    }
}
