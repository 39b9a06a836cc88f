import IlkRules
public import IlkVocabulary

/// The result of a rule or a clause for one text.
public enum RuleOutcome: String, Sendable, Hashable {
    /// The rule matches, or the clause is true.
    case matches
    /// The rule does not match, or the clause is false.
    case doesNotMatch
    /// The result is undecided, because an expression reached its step limit.
    case stepLimitReached
    /// The clause was not evaluated, because the result of the condition did not depend on it.
    case notEvaluated
    /// The rule is deprecated and was not evaluated.
    case deprecated
}

/// A clause of a rule's condition and its result for one text.
public struct RuleClause: Sendable, Hashable, CustomStringConvertible {
    /// The clause as written, or the name of a matcher if the rule has no condition.
    public let text: String
    /// The range of the clause in the condition, in Unicode scalars, or `nil` if the rule has no condition.
    public let range: Range<Int>?
    /// The result of the clause.
    public let outcome: RuleOutcome
    /// A phrase that describes the result, for example `count(header) is 1`.
    public let finding: String
    /// The first matches of the clause's matchers, as byte ranges of the text.
    public let spans: [TextSpan]

    /// The clause and its finding as text, with the first three spans.
    public var description: String {
        let places = spans.prefix(3).map { "\($0.lowerBound)..<\($0.upperBound)" }.joined(separator: ", ")
        let more = spans.count > 3 ? ", ..." : ""
        return "'\(text)': \(finding)" + (spans.isEmpty ? "" : " at \(places)\(more)")
    }
}
