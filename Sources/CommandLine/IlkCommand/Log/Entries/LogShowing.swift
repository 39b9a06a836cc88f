import IlkConsole
import Foundation
import IlkLog
import IlkRedaction
import IlkStore
import IlkVocabulary

/// Shows one entry with its scores and its history.
struct LogShowing {
    /// The entry: `-1`, an id, or the end of one.
    var reference: String
    /// How it is shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    private struct Outcome: Encodable {
        var entry: LogEntryRecord
        var history: [LogEntryRecord.Correction]
        var challengers: [Answer]
    }

    /// What a challenger said.
    private struct Answer: Encodable {
        var category: String
        var probability: Double
        var abstention: String?
        var classifier: String
        var model: String?

        init(_ answer: ChallengerAnswer) {
            category = answer.category.rawValue
            probability = answer.probability
            abstention = answer.abstention?.rawValue
            classifier = answer.provenance.classifier
            model = answer.provenance.modelDigest
        }
    }

    /// Shows it.
    func run(_ store: ClassificationLogStore) async throws {
        let entry = try await store.entry(LogReference(reference))
        let history = try await store.history(of: entry.id)
        let answers = try await store.answers(to: entry.id)
        switch format {
        case .text: console.output.append(text(entry, history, answers, store.taxonomy))
        case .json, .ndjson:
            try console.write(
                json: Outcome(
                    entry: LogEntryRecord(entry), history: history.map(LogEntryRecord.Correction.init),
                    challengers: answers.map(Answer.init)),
                isPretty: format == .json)
        }
        try console.output.flush()
    }

    private func text(
        _ entry: ClassificationLogEntry, _ history: [ClassificationCorrection], _ answers: [ChallengerAnswer],
        _ taxonomy: Taxonomy
    ) -> String {
        var rows = [
            ("id", entry.id.description),
            ("time", RecordTime.text(entry.log.timestamp.timeIntervalSince1970)),
            ("category", LogTable.category(entry)),
        ]
        if let verdict = entry.verdict { rows += Self.rows(verdict, taxonomy) }
        if !entry.redacted.isEmpty {
            rows.append(("redacted", entry.redacted.map(\.rawValue).joined(separator: ", ")))
        }
        for answer in answers {
            let model = answer.provenance.modelDigest.map { ", model \($0.prefix(12))" } ?? ""
            let claim = "\(answer.category) \(DecimalText.fixed(answer.probability, 4))"
            rows.append(
                ("challenger", claim + (answer.abstention.map { " (\($0.rawValue))" } ?? "") + model))
        }
        for correction in history {
            let author = correction.author.map { " by \($0)" } ?? ""
            rows.append(
                (
                    "corrected",
                    "\(correction.category), \(correction.source.rawValue)\(author), \(TimeText.text(correction.timestamp))"
                        + (correction.isLeftOut ? ", left out" : "")
                ))
        }
        rows.append(("length", "\(entry.log.textLength)"))
        let lines = rows.map { name, value in
            console.style.paint(name.padding(toLength: 12, withPad: " ", startingAt: 0), .faint)
                + DisplayWidth.truncated(VisibleText.oneLine(value), to: max(20, console.columns - 12)) + "\n"
        }
        return lines.joined() + "\n" + VisibleText.lines(entry.log.text) + "\n"
    }

    private static func rows(_ verdict: ClassificationVerdict, _ taxonomy: Taxonomy) -> [(String, String)] {
        let scores = taxonomy.categories.compactMap { category in
            verdict.scores[category].map { (category, $0) }
        }
        var rows = scores.sorted { $0.1 > $1.1 }.map { ("  \($0.0)", DecimalText.fixed($0.1, 4)) }
        if let abstention = verdict.abstention { rows.append(("abstained", abstention.rawValue)) }
        if !verdict.flags.isEmpty {
            rows.append(("flags", verdict.flags.map(\.rawValue).joined(separator: ", ")))
        }
        rows.append(("classifier", verdict.provenance.classifier))
        if let model = verdict.provenance.modelDigest { rows.append(("model", model)) }
        if let rules = verdict.provenance.ruleSetDigest { rows.append(("rules", rules)) }
        return rows
    }
}
