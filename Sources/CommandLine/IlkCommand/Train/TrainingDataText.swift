import IlkConsole
import IlkLearning
import IlkVerdictConsole
import IlkVocabulary

/// A report about labeled texts, as human-readable text and as JSON.
struct TrainingDataText {
    let report: TrainingDataReport
    /// The texts, with their locations.
    let input: LabeledInput

    /// The findings, a line for each.
    var findings: [String] {
        var lines = defects
        if let ratio = report.imbalance, let most = report.labels.first, let fewest = report.labels.last {
            let times = DecimalText.fixed(ratio, 0)
            lines.append("imbalance: \(most.label) has \(times) times as many texts as \(fewest.label)")
        }
        if report.hasSeveralLanguages {
            let shares = report.languages.prefix(5).map {
                "\($0.language) \(DecimalText.fixed(100 * Double($0.texts) / Double(report.texts), 1)) %"
            }
            lines.append("languages: " + shares.joined(separator: ", "))
        }
        return lines
    }

    /// The findings for which `--strict` rejects the texts.
    private var defects: [String] {
        [
            missing,
            line(report.duplicates, "duplicate text") { "\(place($0.text)) repeats \(place($0.first))" },
            line(report.nearDuplicates, "duplicate text", " apart from case or white space") {
                "\(place($0.text)) repeats \(place($0.first))"
            },
            line(report.conflicts, "text", " under two labels") {
                "\(place($0.text)) (\(label($0.text))) and \(place($0.first)) (\(label($0.first)))"
            },
            line(report.emptyTexts, "empty text") { place($0) }, rareLabels,
        ].compactMap(\.self)
    }

    /// The defect of texts that cannot be trained on because there are no texts or no second label.
    private var missing: String? {
        if report.texts == 0 { return "no texts" }
        return report.hasSingleLabel ? report.labels.first.map { "a single label: \($0.label)" } : nil
    }

    private func line<Example>(
        _ finding: TrainingDataReport.Finding<Example>, _ what: String, _ addition: String = "",
        _ words: (Example) -> String
    ) -> String? {
        guard finding.count > 0 else { return nil }
        let more = finding.count > finding.examples.count ? "; ..." : ""
        return "\(DecimalText.counted(finding.count, what))\(addition): "
            + finding.examples.map(words).joined(separator: "; ") + more
    }

    private var rareLabels: String? {
        let rare = report.rareLabels
        guard !rare.isEmpty else { return nil }
        let shown = rare.suffix(TrainingDataReport.maximumExamples).reversed().map {
            "\($0.label) \($0.texts) (\(place($0.first)))"
        }
        return
            "\(DecimalText.counted(rare.count, "label")) with fewer than \(TrainingDataReport.fewestTexts) texts: "
            + shown.joined(separator: ", ") + (rare.count > shown.count ? ", ..." : "")
    }

    private func place(_ index: Int) -> String { input.place(of: index) }

    private func label(_ index: Int) -> String { input.texts[index].category.rawValue }

    /// Writes the whole report.
    func write(_ format: OutputFormat, to console: Console) throws {
        try console.write(one: fields, as: format) {
            var table = Table([.init("label"), .init("texts", .right)])
            for label in report.labels {
                table.add([label.label.rawValue, DecimalText.grouped(label.texts)])
            }
            let lines = findings.isEmpty ? ["No findings."] : findings
            return "\(DecimalText.counted(report.texts, "text")), "
                + "\(DecimalText.counted(report.labels.count, "label"))\(labelsPerText)\n\n"
                + console.text(table) + "\n"
                + lines.map { VisibleText.oneLine($0) + "\n" }.joined()
        }
    }

    /// The number of texts for each number of labels, such as `; texts by number of labels: 1: 40, 2: 7`.
    /// Empty if each text has one label.
    private var labelsPerText: String {
        guard let counts = report.labelsPerText else { return "" }
        let words = counts.map {
            "\($0.labels == 0 ? "none" : DecimalText.grouped($0.labels)): \(DecimalText.grouped($0.texts))"
        }
        return "; texts by number of labels: " + words.joined(separator: ", ")
    }

    /// Writes the findings as messages, except those that the training reports as an error.
    func note(on console: Console) {
        for line in findings where line != missing { console.note(line) }
    }

    /// Throws `badInput` if there is a finding for which `--strict` rejects the texts.
    func refuseDefects() throws(CommandError) {
        guard report.hasDefects else { return }
        throw CommandError(
            .badInput, "the training data has \(DecimalText.counted(defects.count, "defect"))",
            details: defects,
            hint: "correct the data, or omit --strict")
    }

    // MARK: JSON output

    private var fields: JSONObject {
        [
            "texts": report.texts,
            "labels": report.labels.map { ["label": $0.label, "texts": $0.texts] as JSONObject },
            "labelsPerText": report.labelsPerText.map { counts in
                counts.map { ["labels": $0.labels, "texts": $0.texts] as JSONObject }
            },
            "duplicates": fields(report.duplicates, repetition),
            "nearDuplicates": fields(report.nearDuplicates, repetition),
            "conflicts": fields(report.conflicts) { repetition($0, withLabels: true) },
            "emptyTexts": fields(report.emptyTexts) { ["place": place($0)] },
            "rareLabels": report.rareLabels.map {
                ["label": $0.label, "texts": $0.texts, "place": place($0.first)] as JSONObject
            },
            "imbalance": report.imbalance,
            "languages": report.languages.map {
                ["language": $0.language, "texts": $0.texts] as JSONObject
            },
        ]
    }

    private func fields<Example>(
        _ finding: TrainingDataReport.Finding<Example>, _ example: (Example) -> JSONObject
    ) -> JSONObject {
        ["count": finding.count, "examples": finding.examples.map(example)]
    }

    private func repetition(_ found: TrainingDataReport.Repetition) -> JSONObject {
        repetition(found, withLabels: false)
    }

    private func repetition(_ found: TrainingDataReport.Repetition, withLabels: Bool) -> JSONObject {
        [
            "place": place(found.text), "first": place(found.first),
            "label": withLabels ? label(found.text) : nil,
            "firstLabel": withLabels ? label(found.first) : nil,
        ]
    }
}
