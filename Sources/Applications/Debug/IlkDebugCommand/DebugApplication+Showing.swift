import ArgumentParser
import Foundation
import IlkDebug
import IlkConsole
import IlkDebugStore
import IlkStore
import IlkVocabulary

extension DebugApplication: SearchApplication {
    /// The query, and the events that it is about.
    struct SearchChoice: ParsableArguments {
        @Argument(help: "What is looked for; nothing is anything.")
        var query: [String] = []

        @OptionGroup var filter: DebugFilterOptions
    }

    /// The options of a page: events have no cursor, for the last that came are first.
    struct SearchPage: PageOptions {
        @Option(
            help: ArgumentHelp("How many events to show.", valueName: "count"),
            transform: CountArgument.fromOne)
        var limit: Int = 20

        @Option(help: ArgumentHelp("Only events that came before this one.", valueName: "event"))
        var before: String?

        var place: String? { before }
        static let placeOption = "--before"
    }

    static let searchText = CommandText(
        abstract: "Find debug events by words and fields, the last that came first.",
        discussion: """
            All must hold, unless OR stands between two; -word must not be there (put -- before a query that begins so); \
            "two words" stand one behind the other, begin* is how a word begins, brackets group. Fields: level>=warn \
            source:ios event:API_* payload.status>=500 payload.user.name:ann correlation: session: device: id: \
            time:2026-11..2026-12. Ends with 1 when there is nothing.
            """,
        examples: beginning + [
            CommandExample("By a word", "ilk debug search timed --debug-file debug.sqlite"),
            CommandExample(
                "By fields",
                #"ilk debug search 'event:API_* source:ios "users"' --debug-file debug.sqlite"#),
            CommandExample(
                "By a number, and how grave it is",
                "ilk debug search 'payload.status>=500 level>=warn' --debug-file debug.sqlite"),
            CommandExample(
                "Of one request",
                "ilk debug search --correlation 7D444840-9DC0-11D1-B245-5FFDCE74FAD2 --debug-file debug.sqlite"
            ),
        ])

    static func search(
        _ choice: SearchChoice, _ page: SearchPage, in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<DebugRecord>, wanted: WordQuery?) {
        let text = choice.query.joined(separator: " ")
        let calendar = SearchCalendar(timeZone: .gmt, now: open.now)
        let query = text.isEmpty ? nil : try DebugQuery(text, calendar: calendar)
        for remark in query?.query.remarks ?? [] { open.console.note(remark.description) }
        var row: Int64?
        if let place = page.place { row = try await open.store.entry(RecordReference(place)).row }
        let found = try await open.store.search(
            query, matching: choice.filter.filter(now: open.now), newest: page.limit, before: row)
        return (ListedPage(found, limit: page.limit) { $0.shortID }, nil)
    }

    static func show(
        _ items: [DebugRecord], wanted words: WordQuery?, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        try DebugListing(format: format, console: open.console).show(items)
    }
}

extension DebugApplication: ShowApplication {
    static let showText = CommandText(
        abstract: "Show one debug event: all of its payload, and what spoke for its level where nobody said.",
        examples: beginning + [
            CommandExample("The last that came", "ilk debug show -1 --debug-file debug.sqlite"),
            CommandExample("By the end of its id", "ilk debug show 4FC964FF --debug-file debug.sqlite"),
        ])

    static func show(
        _ reference: String, _ choice: NoOptions, as format: ResultFormat, in open: OpenStore<Self>
    ) async throws {
        let record = try await open.store.entry(RecordReference(reference))
        switch format {
        case .json: open.console.output.append(try DebugRecordJSON.bytes(record) + [0x0A])
        case .text: open.console.output.append(text(record, open.console))
        }
    }

    private static func text(_ record: DebugRecord, _ console: Console) -> String {
        let entry = record.entry
        var rows = [
            ("id", entry.id.description), ("correlation", entry.correlationId.description),
            ("time", DebugTime.text(entry.nanoseconds)), ("received", DebugTime.text(record.received)),
            ("source", entry.source.rawValue), ("level", DebugLine.level(record)), ("event", entry.event),
        ]
        if let device = entry.deviceId { rows.append(("device", device.description)) }
        if let session = entry.sessionId {
            rows.append(("session", session.description + (entry.sequence.map { ", event \($0)" } ?? "")))
        }
        for line in record.suggestion?.evidence ?? [] { rows.append(("because", line)) }
        entry.payload.leaves { path, value in
            let json = (["": value] as DebugPayload).json.dropFirst(4).dropLast()
            rows.append((path, value.asString ?? String(decoding: json, as: UTF8.self)))
        }
        let width = min(24, rows.map { DisplayWidth.of($0.0) }.max() ?? 0)
        return rows.map { name, value in
            let name = DisplayWidth.truncated(VisibleText.oneLine(name), to: width)
            let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(name)) + 2)
            return console.style.paint(name, .faint) + padding + VisibleText.oneLine(value) + "\n"
        }.joined()
    }
}

extension DebugApplication: StatsApplication {
    /// The events to count, and by what.
    struct StatsChoice: ParsableArguments {
        @OptionGroup var filter: DebugFilterOptions

        @Option(help: "What they are counted by. May be repeated. (default: source, level)")
        var by: [DebugFacetChoice] = []

        func validate() throws {
            if filter.correlation != nil {
                throw ValidationError("--correlation is not counted: see ilk debug trace.")
            }
        }
    }

    /// Counts of events that have something in common.
    private struct FacetRow: Encodable {
        var source: String?
        var level: String?
        var event: String?
        var day: String?
        var entries: Int
        var bytes: Int
    }

    static let statsText = CommandText(
        abstract: "Count debug events by what they have in common.",
        examples: beginning + [
            CommandExample("By source and level", "ilk debug stats --debug-file debug.sqlite"),
            CommandExample(
                "Which events fail",
                "ilk debug stats --by event --level warn --format json --debug-file debug.sqlite"),
        ])

    static func counting(_ place: DebugFileOptions, _ console: Console) async throws -> OpenStore<Self> {
        try await .searching(place, console)
    }

    static func showStats(
        _ choice: StatsChoice, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        let parts =
            choice.by.isEmpty ? [.source, .level] : DebugFacetChoice.allCases.filter(choice.by.contains)
        let filter = choice.filter.filter(now: open.now)
        let rows = try await open.store.facets(by: parts.map(\.part), matching: filter).map { facet in
            FacetRow(
                source: facet.source?.rawValue, level: facet.level?.rawValue, event: facet.event,
                day: facet.day.map { CalendarDay(Int($0)).description }, entries: facet.entries,
                bytes: facet.bytes)
        }
        try FacetTable(titles: parts.map(\.rawValue), records: words.records, sizes: "size", rows: rows) {
            row in
            let cells = parts.map { part in
                switch part {
                case .source: row.source ?? "-"
                case .level: row.level ?? "-"
                case .event: row.event ?? "-"
                case .day: row.day ?? "-"
                }
            }
            return (cells, row.entries, row.bytes)
        }.show(as: format, on: open.console)
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
