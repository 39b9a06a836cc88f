import IlkConsole
import FoundationEssentials
import IlkLog

/// Shows entries as they come into a log.
struct LogFollowing {
    /// How many of those that are there are shown first.
    var limit: Int
    /// Whether it waits for more.
    var follows: Bool
    /// Which entries.
    var choice: LogFilterOptions
    /// How they are shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// How often it looks.
    private static let pause: Duration = .milliseconds(100)
    /// How many rows are read at a time.
    private static let page = 500

    /// Shows them until it is asked to stop.
    func run(_ store: ClassificationLogStore) async throws {
        let filter = try choice.filter(of: store, now: Date())
        // Where it goes on is asked for before what is shown first: nothing is missed between the two.
        var (_, row) = try await store.entries(loggedAfter: nil, limit: 1)
        let first = try await store.entries(newest: limit, matching: filter)
        try show(first.reversed())
        var shown = Set(first.map(\.id))
        while follows, console.stop.request == nil {
            let (entries, last) = try await store.entries(
                loggedAfter: row, limit: Self.page, matching: filter)
            try show(entries.filter { !shown.contains($0.id) })
            let isLull = last == row
            row = last
            guard isLull else { continue }
            shown = []
            try await Task.sleep(for: Self.pause)
        }
    }

    private func show(_ entries: some Sequence<ClassificationLogEntry>) throws {
        for entry in entries {
            switch format {
            case .text:
                console.output.append(LogLine(style: console.style, columns: console.columns).text(entry))
            case .json, .ndjson: try console.write(json: LogEntryRecord(entry), isPretty: false)
            }
        }
        try console.output.flush()
    }
}
