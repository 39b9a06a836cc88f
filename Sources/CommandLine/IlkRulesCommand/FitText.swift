import IlkRuleTools
import IlkVocabulary
import IlkConsole
import IlkLearning
import IlkRules

/// A human-readable report on a weight fit: the changes, the reasons for them, and the gain.
struct FitText {
    let style: Style
    /// The maximum width of a line in columns.
    let columns: Int

    func text(_ report: RuleFitReport, of name: String) -> String {
        [head(report, name), worth(report), changes(report)].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Returns the reason for a change, in one line.
    static func reason(_ change: RuleFitReport.Change) -> String {
        let hits = "\(DecimalText.grouped(change.hits)) hit\(change.hits == 1 ? "" : "s")"
        let sources =
            change.sources == 0 ? "" : " in \(change.sources) source\(change.sources == 1 ? "" : "s")"
        let share = DecimalText.fixed(
            100 * Double(change.hitsOfCategory[change.main]) / Double(max(1, change.hits)), 1)
        let unique =
            change.uniqueMatches == change.hits
            ? "" : ", \(DecimalText.grouped(change.uniqueMatches)) of them unique"
        let authored = zip(change.categories, change.before).map { category, weight in
            change.categories.count == 1
                ? OverrideFile.number(weight) : "\(category) \(OverrideFile.number(weight))"
        }
        return "\(hits)\(sources)\(unique), \(share) % \(change.categories[change.main]); authored "
            + authored.joined(separator: ", ")
    }

    private func head(_ report: RuleFitReport, _ name: String) -> String {
        let from = report.sources > 0 ? " of \(DecimalText.counted(report.sources, "source"))" : ""
        let line =
            "\(name): fitted on \(DecimalText.counted(report.texts, "text"))\(from); "
            + "an authored weight counts like \(OverrideFile.number(report.prior)) texts"
        return style.paint(VisibleText.oneLine(line), .strong) + "\n"
    }

    private func worth(_ report: RuleFitReport) -> String {
        let what = report.leavesOutSources ? "sources" : "texts"
        var table = Table([
            .init("on held-out \(what) (\(DecimalText.counted(report.folds, "fold")))"),
            .init("authored", .right),
            .init("fitted", .right),
        ])
        let (before, after) = (report.before, report.after)
        table.add(["accuracy", DecimalText.fixed(before.accuracy, 4), DecimalText.fixed(after.accuracy, 4)])
        table.add(["log loss", DecimalText.fixed(before.logLoss, 4), DecimalText.fixed(after.logLoss, 4)])
        table.add(["coverage", DecimalText.fixed(before.coverage, 4), DecimalText.fixed(after.coverage, 4)])
        table.add([
            "precision", DecimalText.fixed(before.precision, 4),
            DecimalText.fixed(after.precision, 4),
        ])
        let verdict =
            report.changes.isEmpty
            ? style.paint("nothing changes", .good)
            : report.improvesLogLoss
                ? style.paint("the fitted weights predict better", .good)
                : style.paint("the fitted weights do not predict better: keep the authored weights", .bad)
        return table.rendered(style) + verdict + "\n"
    }

    /// Returns a table of the changed weights, greatest change first.
    private func changes(_ report: RuleFitReport) -> String {
        guard !report.changes.isEmpty else { return "" }
        var table = Table([
            .init("rule", minWidth: 24), .init("for", minWidth: 8), .init("hits", .right),
            .init("unique", .right, dispensability: 2), .init("sources", .right, dispensability: 1),
            .init("share", .right), .init("authored", .right), .init("fitted", .right),
        ])
        for change in report.changes.sorted(by: { (Self.size($1), $0.rule) < (Self.size($0), $1.rule) }) {
            let places = change.categories.indices.filter { change.before[$0] != change.after[$0] }
            for place in places {
                let isFirst = place == places.first
                let share = Double(change.hitsOfCategory[place]) / Double(max(1, change.hits))
                table.add([
                    isFirst ? change.rule : "", change.categories[place].rawValue,
                    isFirst ? DecimalText.grouped(change.hits) : "",
                    isFirst ? DecimalText.grouped(change.uniqueMatches) : "",
                    isFirst && change.sources > 0 ? "\(change.sources)" : "",
                    DecimalText.fixed(100 * share, 1) + " %", DecimalText.fixed(change.before[place], 1),
                    DecimalText.fixed(change.after[place], 1),
                ])
            }
        }
        var text = table.rendered(style, within: columns)
        if report.rulesWithoutMatches > 0 {
            text +=
                style.paint(
                    "\(DecimalText.counted(report.rulesWithoutMatches, "rule")) without a hit: weights unchanged",
                    .faint)
                + "\n"
        }
        return text
    }

    private static func size(_ change: RuleFitReport.Change) -> Double {
        zip(change.before, change.after).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }
}

/// Fitted weights as an override file (`docs/reference/rules.md`). People can read, edit and revert the file.
struct OverrideFile {
    let report: RuleFitReport
    let taxonomy: String
    let name: String

    /// The file in the layout of `ilk rules fmt`. It ends with a line break.
    var text: String {
        let written = RuleSource(name: name, text: lines.map { $0 + "\n" }.joined())
        // The generated file contains no construct that the layout rejects.
        guard case .rewritten(let bytes) = RulePackFormatter.layout(written) else {
            return String(decoding: written.bytes, as: UTF8.self)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var lines: [String] {
        var lines = [
            "version: 1", "overrides: \(name)", "taxonomy: \(Self.scalar(taxonomy))",
            "description: \(Self.scalar(description))",
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
            lines.append("    reason: \(Self.scalar(FitText.reason(change)))")
        }
        return lines
    }

    private var description: String {
        let texts = DecimalText.counted(report.texts, "labeled text")
        let from = report.sources > 0 ? " of \(DecimalText.counted(report.sources, "source"))" : ""
        return "Weights fitted on \(texts)\(from); an authored weight counts like "
            + "\(Self.number(report.prior)) texts. On held-out texts, the log loss changes from "
            + "\(DecimalText.fixed(report.before.logLoss, 4)) to \(DecimalText.fixed(report.after.logLoss, 4))."
    }

    /// Returns a number for YAML with no more digits than necessary.
    static func number(_ number: Double) -> String {
        if let whole = Int(exactly: number) { return "\(whole)" }
        return "\(number)"
    }

    /// Returns a string for YAML: plain if it is unambiguous, otherwise in single quotes.
    static func scalar(_ text: String) -> String {
        let isPlain =
            text.utf8.first?.isASCIILetter ?? false
            && text.utf8.allSatisfy { $0.isASCIIWord || ".-".utf8.contains($0) }
            && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
        if isPlain { return text }
        return "'" + VisibleText.oneLine(text).replacing("'", with: "''") + "'"
    }
}
