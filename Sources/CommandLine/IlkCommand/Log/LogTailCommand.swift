import ArgumentParser
import IlkConsole
import IlkVerdictConsole
import FoundationEssentials
import IlkLog
import IlkVocabulary

/// Shows new log entries as they arrive.
struct LogTailCommand: StoreCommand {
    static let help = LogApplication.text(
        "tail",
        abstract: "Print log entries as they arrive.",
        discussion: """
            Prints the newest entries, oldest first. Then prints each new entry until the command is \
            interrupted.
            """,
        examples: [
            "Print the last entries without waiting": "tail --no-follow --limit 5"
        ])

    @OptionGroup var place: LogStoreOptions
    @OptionGroup var choice: LogFilterOptions

    @Option(count: "The number of earlier entries to print first.", from: 0)
    var limit: Int = 10

    @Flag(inversion: .prefixedNo, help: "Wait for more entries.")
    var follow = true

    @Option(help: "The output format; json prints one object per line.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run(on open: OpenStore<LogApplication>) async throws {
        try await LogFollower(
            limit: limit, follows: follow, filter: try choice.selection(in: open),
            format: format, console: open.console
        ).run(open.store)
    }
}

/// The output of new log entries.
struct LogFollower {
    /// The number of existing entries to show first.
    var limit: Int
    /// `true` to wait for further entries.
    var follows: Bool
    var filter: LogFilter
    var format: OutputFormat
    var console: Console

    /// The polling interval.
    private static let pause: Duration = .milliseconds(100)
    /// The maximum number of rows per read.
    private static let page = 500

    /// Shows the newest entries. If ``follows`` is `true`, then shows new entries until a stop is requested.
    func run(_ store: ClassificationLogStore) async throws {
        // The position is read before the first entries, so that no entry between the two reads is missed.
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
            case .json, .ndjson: try console.write(json: entry.fields, isPretty: false)
            }
        }
        try console.output.flush()
    }
}

/// A log entry on a human-readable line. Its columns do not depend on other lines.
struct LogLine {
    let style: Style
    /// The maximum width of the line in columns.
    let columns: Int

    func text(_ entry: ClassificationLogEntry) -> String {
        let time = entry.log.timestamp.formatted(.iso8601).dropFirst(11)
        let category = LogTable.category(entry)
        let padding = String(repeating: " ", count: max(0, 9 - DisplayWidth.of(category)))
        let taken = DisplayWidth.of("\(entry.shortID)  \(time)  \(category)\(padding)  ")
        let room = max(8, columns - taken)
        let text = VisibleText.oneLine(VisibleText.beginning(of: entry.log.text, columns: columns))
        return "\(style.paint(entry.shortID, .faint))  \(style.paint(String(time), .faint))  "
            + "\(style.paint(category, .strong))\(padding)  \(DisplayWidth.truncated(text, to: room))\n"
    }
}
