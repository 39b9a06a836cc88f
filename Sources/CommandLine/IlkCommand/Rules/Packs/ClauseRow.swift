import IlkRuleTools
import IlkRules
import IlkVocabulary

/// A clause of a condition, in JSON.
struct ClauseRow: Encodable {
    /// As it is written.
    var text: String
    /// Its first scalar in the condition; none when the rule has no condition.
    var start: Int?
    var outcome: String
    var finding: String
    var spans: [TextSpan]

    init(_ clause: RuleClause) {
        text = clause.text
        start = clause.range?.lowerBound
        outcome = clause.outcome.rawValue
        finding = clause.finding
        spans = clause.spans
    }
}
