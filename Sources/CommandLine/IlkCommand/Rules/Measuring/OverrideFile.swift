import IlkConsole
import IlkLearning
import IlkRuleTools
import IlkRules
import IlkVocabulary

/// Fitted weights as an override file (`docs/rules.md`): what a person can read, correct and take back.
struct OverrideFile {
    private let report: RuleFitReport
    private let taxonomy: String
    private let name: String

    init(_ report: RuleFitReport, taxonomy: String, name: String) {
        self.report = report
        self.taxonomy = taxonomy
        self.name = name
    }

    /// The file, as `ilk rules fmt` lays it out. It ends with a line break.
    var text: String {
        let written = RuleSource(name: name, text: lines.map { $0 + "\n" }.joined())
        // What is written here has nothing that layout leaves alone.
        guard case .laidOut(let bytes) = RulePackLayout.layout(written) else {
            return String(decoding: written.bytes, as: UTF8.self)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var lines: [String] {
        var lines = [
            "version: 1", "overrides: \(name)", "taxonomy: \(Self.scalar(taxonomy))",
            "says: \(Self.scalar(says))",
        ]
        lines.append(report.changes.isEmpty ? "change: []" : "change:")
        for change in report.changes {
            lines.append("  - rules: [\(change.rule)]")
            if change.categories.count == 1, let weight = change.after.first {
                lines.append("    weight: \(Self.number(weight))")
            } else {
                let labels = zip(change.categories, change.after).map {
                    "\(Self.scalar($0.rawValue)): \(Self.number($1))"
                }
                lines.append("    labels: { \(labels.joined(separator: ", ")) }")
            }
            lines.append("    because: \(Self.scalar(FitText.reason(change)))")
        }
        return lines
    }

    private var says: String {
        let texts = DecimalText.counted(report.texts, "labelled text")
        let from = report.sources > 0 ? " of \(DecimalText.counted(report.sources, "source"))" : ""
        return "Weights fitted on \(texts)\(from), an authored weight counting as "
            + "\(Self.number(report.prior)) texts; on texts left out the log loss goes from "
            + "\(DecimalText.fixed(report.before.logLoss, 4)) to \(DecimalText.fixed(report.after.logLoss, 4))."
    }

    /// A number as YAML has it: no more digits than it needs.
    static func number(_ number: Double) -> String {
        if let whole = Int(exactly: number) { return "\(whole)" }
        return "\(number)"
    }

    /// A string as YAML has it: plain where nothing in it could be read otherwise, else in single quotes.
    static func scalar(_ text: String) -> String {
        let isPlain =
            text.utf8.first?.isASCIILetter ?? false
            && text.utf8.allSatisfy { $0.isASCIIWord || ".-".utf8.contains($0) }
            && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
        if isPlain { return text }
        return "'" + VisibleText.oneLine(text).replacing("'", with: "''") + "'"
    }
}
