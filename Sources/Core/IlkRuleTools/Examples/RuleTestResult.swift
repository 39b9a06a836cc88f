public import IlkRules
public import IlkVocabulary

/// The result of testing a rule with one of its examples.
public struct RuleTestResult: Sendable, Hashable {
    /// The result of a rule for an example text.
    public enum Outcome: String, Sendable, Hashable {
        /// The rule matched.
        case matched
        /// The rule did not match.
        case notMatched
        /// The result is undecided, because an expression reached its step limit.
        case stepLimitReached
    }

    /// The id of the rule or the exception.
    public let ruleID: String
    /// The example with which the rule was tested.
    public let example: RuleExample
    /// The name of the source file of the rule and the example.
    public let file: String
    /// The result of the rule for the example.
    public let outcome: Outcome
    /// `true` if the example passed: the result is as expected for the type of example, or a known error no
    /// longer occurs.
    public let passed: Bool
    /// `true` if a known false negative now matches, or a known false positive no longer matches. In this
    /// case, the author can move the example to `match` or `reject`.
    public let isImproved: Bool
    /// `true` if the result would be different with the exceptions from override files. Examples test the
    /// rule as its pack defines it. Therefore ``outcome``, ``passed``, ``spans`` and ``clauses`` ignore
    /// exceptions.
    public let isChangedByException: Bool
    /// The evidence spans in the example. The array is empty if the rule did not match.
    public let spans: [TextSpan]
    /// The smallest clauses that determined the result. All clauses are true if the rule matched, and false
    /// if it did not match.
    public let clauses: [RuleClause]

    /// The line in the source file where the rule begins, starting at 1.
    public let ruleLine: Int
    /// The condition as written in the pack. It is `nil` if the rule has no condition, so that all its
    /// matchers must match.
    public let condition: String?
    /// The matches of each of the rule's matchers in the example.
    public let matches: [MatcherMatches]

    /// A one-line description of the result. The description quotes the rule, but not the text of the
    /// example.
    public var explanation: String {
        let reasons = clauses.map(\.description).joined(separator: "; ")
        switch outcome {
        case .matched: return reasons.isEmpty ? "it matched" : "it matched: \(reasons)"
        case .notMatched: return reasons.isEmpty ? "it did not match" : "it did not match: \(reasons)"
        case .stepLimitReached: return "it reached its step or stack limit"
        }
    }
}
