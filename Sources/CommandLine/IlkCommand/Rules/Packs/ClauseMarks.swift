import IlkVerdictConsole
import IlkConsole
import IlkRuleTools
import IlkRules
import IlkVocabulary

/// Clauses of a condition, and places in a text, as marks with carets.
struct ClauseMarks {
    let places: TextPlaces

    /// How many places are named.
    private static let placeCount = 3

    /// What a clause came to, as `fails: count(header) is 1, at 1:1`.
    func told(_ clause: RuleClause) -> String {
        let word =
            switch clause.outcome {
            case .holds: "holds"
            case .fails: "fails"
            case .gaveUp: "gave up"
            case .unasked, .deprecated: "not asked"
            }
        if clause.outcome == .unasked { return word }
        return "\(word): \(clause.finding)\(at(clause.spans))"
    }

    /// Where something is, as `, at 1:1, 2:1 and 3 more`.
    private func at(_ spans: [TextSpan]) -> String {
        guard !spans.isEmpty else { return "" }
        let shown = spans.prefix(Self.placeCount).map { places.place(of: $0.lowerBound) }.joined(
            separator: ", ")
        let rest = spans.count - Self.placeCount
        return " at \(shown)" + (rest > 0 ? " and \(rest) more" : "")
    }

    /// The clauses under the condition that they stand in.
    func marks(_ clauses: [RuleClause], in condition: String) -> [CaretText.Mark] {
        let scalars = condition.unicodeScalars
        return clauses.compactMap { clause in
            guard let range = clause.range, range.upperBound <= scalars.count else { return nil }
            let lower = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
            let upper = scalars.index(lower, offsetBy: range.count)
            let start = condition.utf8.distance(from: condition.startIndex, to: lower)
            return CaretText.Mark(
                range: start..<start + condition.utf8.distance(from: lower, to: upper),
                name: told(clause), tone: Self.tone(clause.outcome))
        }
    }

    /// The colour of an outcome.
    static func tone(_ outcome: RuleOutcome) -> Style.Tone {
        switch outcome {
        case .holds: .good
        case .fails: .bad
        case .gaveUp: .doubtful
        case .unasked, .deprecated: .faint
        }
    }

    /// The condition of a rule with its clauses, or the clauses alone when all matchers must match.
    func rendered(_ clauses: [RuleClause], of condition: String?, _ carets: CaretText, indent: String)
        -> String
    {
        var text = ""
        if let condition {
            text += carets.headed("when", condition, marks(clauses, in: condition), indent: indent)
        }
        for clause in clauses where condition == nil || clause.range == nil {
            let line = "\(VisibleText.oneLine(clause.text)) \(told(clause))"
            text += indent + carets.console.style.paint(line, Self.tone(clause.outcome)) + "\n"
        }
        return text
    }
}

extension RuleClause {
    /// The clause as programs read it. `start` is its first scalar in the condition; missing if the rule has no condition.
    var fields: JSONObject {
        [
            "text": text, "start": range?.lowerBound, "outcome": outcome.rawValue, "finding": finding,
            "spans": spans,
        ]
    }
}
