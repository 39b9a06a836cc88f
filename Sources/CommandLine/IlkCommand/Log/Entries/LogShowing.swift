import IlkRedaction
import IlkStore
import Foundation
import IlkConsole
import IlkLog
import IlkVocabulary

extension OpenStore<LogApplication> {
    /// Writes one entry with its scores and its history.
    ///
    /// - Parameter reference: `-1`, an id, or the end of an id.
    func showEntry(_ reference: String, as format: OutputFormat) async throws {
        let entry = try await store.entry(LogApplication.reference(reference))
        let history = try await store.history(of: entry.id)
        let answers = try await store.answers(to: entry.id)
        let fields: JSONObject = [
            "entry": entry.fields, "history": history.map(\.fields),
            "challengers": answers.map(\.fields),
        ]
        try console.write(one: fields, as: format) { text(entry, history, answers, store.taxonomy) }
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
            let prediction = "\(answer.category) \(DecimalText.fixed(answer.probability, 4))"
            rows.append(
                ("challenger", prediction + (answer.abstention.map { " (\($0.rawValue))" } ?? "") + model))
        }
        for correction in history {
            let author = correction.author.map { " by \($0)" } ?? ""
            rows.append(
                (
                    "corrected",
                    "\(correction.label), \(correction.source.rawValue)\(author), \(TimeText.text(correction.timestamp))"
                        + (correction.isIgnored && !correction.withdraws ? ", ignored" : "")
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

extension OpenStore<LogApplication> {
    /// Writes the size of the log, and the number of texts with each outcome, such as `stored` and `pending`.
    func showLedger(as format: OutputFormat) async throws {
        let ledger = try await store.ledger()
        let extent = try await store.extent()
        let (oldest, newest) = (extent.oldest.map(TimeText.text), extent.newest.map(TimeText.text))
        let bytes = store.location.bytes
        let fields: JSONObject = [
            "path": store.location.path, "entries": extent.entries, "oldest": oldest, "newest": newest,
            "bytes": bytes, "schema": try await store.schemaVersion().file,
            "ledger": Dictionary(uniqueKeysWithValues: ledger.outcomes.map { ($0.name, $0.entries) }),
            "isBalanced": ledger.isBalanced, "damagedSlots": ledger.damagedSlots,
            "rebuiltSlots": ledger.rebuiltSlots,
        ]
        try console.write(one: fields, as: format) {
            var rows = [("entries", "\(extent.entries)")]
            if let oldest, let newest { rows += [("oldest", oldest), ("newest", newest)] }
            rows.append(("bytes", "\(bytes)"))
            // Counts of zero are omitted, except for the three that apply to every text.
            rows += ledger.outcomes
                .filter { $0.entries > 0 || ["accepted", "stored", "pending"].contains($0.name) }
                .map { ($0.name, "\($0.entries)") }
            rows += [("damaged slots", ledger.damagedSlots), ("rebuilt slots", ledger.rebuiltSlots)]
                .filter { $0.1 > 0 }.map { ($0.0, "\($0.1)") }
            let width = rows.map(\.0.count).max() ?? 0
            return rows.map { $0.0.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $0.1 + "\n" }
                .joined()
        }
    }
}

extension ClassificationCorrection {
    /// The human labels, or `withdrawn` for a withdrawn correction.
    var label: String { withdraws ? "withdrawn" : LogTable.names(categories) }
}
