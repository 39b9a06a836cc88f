import IlkVerdictConsole
import IlkConsole
import IlkRuleTools
import IlkRules
import IlkVocabulary

/// Shows the clauses of a rule's condition with their outcomes, with carets below the condition.
struct ClauseMarks {
    let places: TextLocations

    /// The maximum number of locations that are shown for a clause.
    private static let placeCount = 3

    /// Returns the outcome of a clause, such as `false: count(header) is 1, at 1:1`.
    func description(_ clause: RuleClause) -> String {
        let word =
            switch clause.outcome {
            case .matches: "true"
            case .doesNotMatch: "false"
            case .stepLimitReached: "step limit reached"
            case .notEvaluated, .deprecated: "not evaluated"
            }
        if clause.outcome == .notEvaluated { return word }
        return "\(word): \(clause.finding)\(at(clause.spans))"
    }

    /// Returns locations, such as ` at 1:1, 2:1 and 3 more`.
    private func at(_ spans: [TextSpan]) -> String {
        guard !spans.isEmpty else { return "" }
        let shown = spans.prefix(Self.placeCount).map { places.place(of: $0.lowerBound) }.joined(
            separator: ", ")
        let rest = spans.count - Self.placeCount
        return " at \(shown)" + (rest > 0 ? " and \(rest) more" : "")
    }

    /// Returns a mark for each clause at its position in the condition.
    func marks(_ clauses: [RuleClause], in condition: String) -> [CaretText.Mark] {
        let scalars = condition.unicodeScalars
        return clauses.compactMap { clause in
            guard let range = clause.range, range.upperBound <= scalars.count else { return nil }
            let lower = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
            let upper = scalars.index(lower, offsetBy: range.count)
            let start = condition.utf8.distance(from: condition.startIndex, to: lower)
            return CaretText.Mark(
                range: start..<start + condition.utf8.distance(from: lower, to: upper),
                name: description(clause), tone: Self.tone(clause.outcome))
        }
    }

    static func tone(_ outcome: RuleOutcome) -> Style.Tone {
        switch outcome {
        case .matches: .good
        case .doesNotMatch: .bad
        case .stepLimitReached: .doubtful
        case .notEvaluated, .deprecated: .faint
        }
    }

    /// Returns the condition of a rule with the outcome of each clause. A rule without a condition requires
    /// all its matchers, so its clauses are listed one per line.
    func rendered(_ clauses: [RuleClause], of condition: String?, _ carets: CaretText, indent: String)
        -> String
    {
        var text = ""
        if let condition {
            text += carets.headed("when", condition, marks(clauses, in: condition), indent: indent)
        }
        for clause in clauses where condition == nil || clause.range == nil {
            let line = "\(VisibleText.oneLine(clause.text)) \(description(clause))"
            text += indent + carets.console.style.paint(line, Self.tone(clause.outcome)) + "\n"
        }
        return text
    }
}
