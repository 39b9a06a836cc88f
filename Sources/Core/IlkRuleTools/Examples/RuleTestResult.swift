public import IlkRules
public import IlkVocabulary

/// What came of one example of one rule.
public struct RuleTestResult: Sendable, Hashable {
    /// What the rule did.
    public enum Outcome: String, Sendable, Hashable {
        /// It held.
        case fired
        /// It did not hold.
        case silent
        /// An expression came to its limit: not known.
        case gaveUp
    }

    /// The rule, or the exception.
    public let ruleID: String
    /// The example.
    public let example: RuleExample
    /// The name of the source that both stand in.
    public let file: String
    /// What the rule did.
    public let outcome: Outcome
    /// Whether that is well: as the example says, or better than it says.
    public let passed: Bool
    /// Whether a known miss is no longer missed, or a known false hit no longer hit: the example can move to `match` or
    /// `reject`.
    public let isImproved: Bool
    /// Whether an exception of an override file made it come out otherwise than it would have by its own pack. Examples
    /// of a rule are held to what its pack says: ``outcome``, ``passed``, ``spans`` and ``clauses`` know no exceptions.
    public let isExcepted: Bool
    /// Where the evidence stands in the example, when it fired.
    public let spans: [TextSpan]
    /// The smallest parts of the condition that made it come out so: what was false when it was silent, what was true
    /// when it fired.
    public let clauses: [RuleClause]

    /// The line of the file where the rule begins, from 1.
    public let ruleLine: Int
    /// The rule's condition as written; nil when all of its matchers must match.
    public let condition: String?
    /// Where each of the rule's matchers was found in the example.
    public let places: [MatcherPlaces]

    /// What happened, in one line for people. Quotes the rule, not the text.
    public var whatHappened: String {
        let reasons = clauses.map(\.description).joined(separator: "; ")
        switch outcome {
        case .fired: return reasons.isEmpty ? "it fired" : "it fired: \(reasons)"
        case .silent: return reasons.isEmpty ? "it did not fire" : "it did not fire: \(reasons)"
        case .gaveUp: return "it gave up at its limit of time or stack"
        }
    }
}
