import IlkConsole
import IlkLog
import IlkStore
import IlkVocabulary

/// Takes a person's word on an entry of a log, and says what the entry was and is.
struct LogCorrecting {
    /// The entry: `-1`, an id, or the end of one.
    var reference: String
    /// What it is.
    var category: String
    /// Where the word comes from.
    var source = CorrectionSource.human
    /// Who says so.
    var author: String?
    /// How the outcome is shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    private struct Outcome: Encodable {
        var was: String
        var now: String
        var entry: LogEntryRecord
    }

    /// Corrects.
    func run(_ store: ClassificationLogStore) async throws {
        let entry = try await store.correct(
            LogReference(reference), to: LogBook.category(category, of: store), source: source,
            author: author)
        let earlier = try await store.history(of: entry.id).dropLast().last?.category.rawValue
        let was = earlier ?? entry.log.category
        switch format {
        case .text: console.output.append(line(entry, was: was, wasCorrected: earlier != nil))
        case .json, .ndjson:
            try console.write(
                json: Outcome(was: was, now: entry.category.rawValue, entry: LogEntryRecord(entry)),
                isPretty: format == .json)
        }
        try console.output.flush()
    }

    private func line(_ entry: ClassificationLogEntry, was: String, wasCorrected: Bool) -> String {
        let isUnsure = !wasCorrected && entry.verdict?.abstention != nil
        let change =
            was == entry.category.rawValue
            ? "\(was), as before: confirmed" : "\(was)\(isUnsure ? "?" : "") → \(entry.category)"
        let line = "\(style(entry.shortID, .faint))  \(style(change, .strong))  "
        let room = max(8, console.columns - DisplayWidth.of("\(entry.shortID)  \(change)  "))
        let text = VisibleText.oneLine(String(entry.log.text.prefix(4 * room)))
        return line + DisplayWidth.truncated(text, to: room) + "\n"
    }

    private func style(_ text: String, _ tone: Style.Tone) -> String { console.style.paint(text, tone) }
}
