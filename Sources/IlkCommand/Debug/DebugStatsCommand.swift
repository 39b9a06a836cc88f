import ArgumentParser
import FoundationEssentials
import IlkDebug
import IlkDomains
import IlkStore
import IlkVocabulary

/// Counts debug events.
struct DebugStatsCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count debug events by what they have in common."
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample("By source and level", "ilk debug stats --debug-file debug.sqlite"),
            CommandExample(
                "Which events fail",
                "ilk debug stats --by event --level warn --format json --debug-file debug.sqlite"),
        ]

    @OptionGroup var debug: DebugFileOptions
    @OptionGroup var choice: DebugFilterOptions

    @Option(help: "What they are counted by. May be repeated. (default: source, level)")
    var by: [DebugFacetChoice] = []

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    private struct Row: Encodable {
        var source: String?
        var level: String?
        var event: String?
        var day: String?
        var entries: Int
        var bytes: Int
    }

    func validate() throws {
        if choice.correlation != nil {
            throw ValidationError("--correlation is not counted: see ilk debug trace.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let store = try await DebugBook.openCaughtUp(debug, console)
        let parts = by.isEmpty ? [.source, .level] : DebugFacetChoice.allCases.filter(by.contains)
        let facets = try await store.facets(by: parts.map(\.part), matching: choice.filter(now: Date()))
        let rows = facets.map { facet in
            Row(
                source: facet.source?.rawValue, level: facet.level?.rawValue, event: facet.event,
                day: facet.day.map { CalendarDay(Int($0)).description },
                entries: facet.entries, bytes: facet.bytes)
        }
        switch format {
        case .text:
            console.output.append(Self.table(rows, parts).rendered(console.style, within: console.room))
        case .json: try console.write(json: rows)
        case .ndjson: for row in rows { try console.write(json: row, isPretty: false) }
        }
        try console.output.flush()
        try store.close()
    }

    private static func table(_ rows: [Row], _ parts: [DebugFacetChoice]) -> Table {
        var table = Table(
            parts.map { .init($0.rawValue) } + [
                .init("events", .right), .init("size", .right, dispensability: 1),
            ])
        for row in rows {
            let cells = parts.map { part in
                switch part {
                case .source: row.source ?? "-"
                case .level: row.level ?? "-"
                case .event: row.event ?? "-"
                case .day: row.day ?? "-"
                }
            }
            table.add(cells + [DecimalText.grouped(row.entries), DecimalText.size(row.bytes)])
        }
        return table
    }
}

/// What events are counted by: what `--by` takes.
enum DebugFacetChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case source, level, event, day

    /// The same for the store.
    var part: DebugFacet.Part {
        switch self {
        case .source: .source
        case .level: .level
        case .event: .event
        case .day: .day
        }
    }
}
