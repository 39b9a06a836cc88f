import FoundationEssentials
import IlkDomains
import IlkVocabulary

/// Shows the newest entries of a log.
struct LogListing {
    /// How many at most.
    var limit: Int
    /// Only entries older than this one: an entry, or a cursor.
    var before: String?
    /// Which entries.
    var choice: LogFilterOptions
    /// How they are shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// Reads and shows them.
    func run(_ store: ClassificationLogStore) async throws {
        let cursor = try await cursor(store)
        let entries = try await store.entries(
            newest: limit, before: cursor, matching: choice.filter(of: store, now: Date()))
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
        if entries.count == limit, let last = entries.last, format != .json {
            console.note("more: --cursor \(last.cursor.token)")
        }
    }

    private func cursor(_ store: ClassificationLogStore) async throws -> LogCursor? {
        guard let before else { return nil }
        if before.contains(".") { return try LogCursor(token: before) }
        return try await store.entry(LogReference(before)).cursor
    }
}
