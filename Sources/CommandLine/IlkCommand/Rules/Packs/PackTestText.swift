import IlkConsole
import IlkRuleTools
import IlkRules
import IlkVocabulary

/// What came of examples, for people: what was wrong with each, with carets.
struct PackTestText {
    private let style: Style
    private let carets: CaretText

    /// For a console's width and colours.
    init(_ console: Console) {
        style = console.style
        carets = CaretText(style: console.style, columns: console.columns)
    }

    /// One result that is not as it should be, or better than it is said to be.
    func rendered(_ result: RuleTestResult) -> String {
        let example = result.example
        let mark = result.passed ? style.paint("BETTER", .good) : style.paint("FAILED", .bad)
        var text =
            "\(mark)  \(style.paint(result.ruleID, .strong))  \(example.kind.rawValue) \(example.index + 1)"
        let file = VisibleText.oneLine(result.file)
        text += "  \(file):\(example.line):\(example.column)\n"
        text +=
            "    \(Self.verdict(result))" + style.paint("  (the rule: \(file):\(result.ruleLine))", .faint)
            + "\n\n"
        text += carets.numbered(example.text, marks(result), indent: "    ") + "\n"
        let bytes = Array(example.text.utf8)
        let marks = ClauseMarks(places: TextPlaces(bytes: bytes, lines: TextPlaces.lines(of: bytes)))
        text += marks.rendered(result.clauses, of: result.condition, carets, indent: "    ")
        return text + "\n"
    }

    /// What it was to do, and what it did.
    private static func verdict(_ result: RuleTestResult) -> String {
        if result.outcome == .gaveUp {
            return "an expression gave up at its limit: not known whether it matches"
        }
        return switch result.example.kind {
        case .match: "must match, and does not"
        case .reject: "must not match, and does"
        case .knownMiss: "was known to be missed, and matches now: move it to 'match'"
        case .knownFalse: "was known to match wrongly, and does no longer: move it to 'reject'"
        }
    }

    /// Where each matcher was found.
    private func marks(_ result: RuleTestResult) -> [CaretText.Mark] {
        result.places.flatMap { place in
            place.spans.map { CaretText.Mark(range: $0.range, name: place.name, tone: .doubtful) }
        }
    }

    /// How many came out how.
    func summary(_ results: [RuleTestResult]) -> String {
        let failed = results.count { !$0.passed }
        let improved = results.count(where: \.isImproved)
        let gaveUp = results.count { $0.outcome == .gaveUp }
        var line = style.paint(
            "\(results.count - failed) passed, \(failed) failed", failed == 0 ? .good : .bad)
        let excepted = results.count(where: \.isExcepted)
        if excepted > 0 { line += ", \(excepted) otherwise by an exception" }
        if gaveUp > 0 { line += ", \(gaveUp) of them given up" }
        if improved > 0 {
            line += "; \(improved) known to be wrong came out right: move them to match or reject"
        }
        return line + "\n"
    }
}
