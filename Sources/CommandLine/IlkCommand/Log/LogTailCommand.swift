import ArgumentParser
import IlkConsole
import FoundationEssentials
import IlkLog

/// Shows entries of the log as they come.
struct LogTailCommand: StoreCommand {
    static let help = LogApplication.text(
        "tail",
        abstract: "Show what is logged, as it comes, whichever program logs it.",
        discussion: "Shows the newest entries, oldest first, and waits for more until it is interrupted.",
        examples: [
            "The last entries, and no waiting": "tail --no-follow --limit 5"
        ])

    @OptionGroup var place: LogFileOptions
    @OptionGroup var choice: LogFilterOptions

    @Option(count: "How many entries to show at first, from 0.", from: 0)
    var limit: Int = 10

    @Flag(inversion: .prefixedNo, help: "Wait for more.")
    var follow = true

    @Option(help: "The shape of the output; json is one object a line here too.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run(on open: OpenStore<LogApplication>) async throws {
        try await LogFollowing(
            limit: limit, follows: follow, filter: try choice.filter(of: open.store, now: open.now),
            format: format, console: open.console
        ).run(open.store)
    }
}

/// Shows entries as they come into a log.
struct LogFollowing {
    /// How many of those that are there are shown first.
    var limit: Int
    /// Whether it waits for more.
    var follows: Bool
    /// Which entries.
    var filter: LogFilter
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
            case .json, .ndjson: try console.write(json: entry.fields, isPretty: false)
            }
        }
        try console.output.flush()
    }
}

/// An entry of the log on a line of its own, where no table is known of: as it comes.
struct LogLine {
    /// How it looks.
    let style: Style
    /// How many columns of the terminal it may take.
    let columns: Int

    /// The line.
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
