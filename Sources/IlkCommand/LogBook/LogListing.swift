import IlkDomains
import IlkVocabulary

/// Shows the newest entries of a log.
struct LogListing {
    /// How many at most.
    var limit: Int
    /// Only entries older than this one.
    var before: String?
    /// Only entries of this category.
    var category: String?
    /// Only entries that no category was claimed for.
    var unsureOnly: Bool
    /// How they are shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// Reads and shows them.
    func run(_ store: ClassificationLogStore) async throws {
        let cursor =
            if let before { try await store.entry(LogReference(before)).cursor } else { nil as LogCursor? }
        let entries = try await store.entries(
            newest: limit, before: cursor, category: try category.map { try LogBook.category($0, of: store) },
            unsureOnly: unsureOnly)
        switch format {
        case .text:
            if entries.isEmpty {
                console.note("no such entry in the log")
            } else {
                console.output.append(LogTable(style: console.style, columns: console.columns).text(entries))
            }
        case .json: try console.write(json: entries.map(LogEntryRecord.init))
        case .ndjson: for entry in entries { try console.write(json: LogEntryRecord(entry), isPretty: false) }
        }
        try console.output.flush()
    }
}
