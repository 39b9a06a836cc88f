public import ArgumentParser
import FoundationEssentials
import IlkConsole
import IlkDebug
public import IlkDebugStore
import IlkStore
import IlkVocabulary

extension DebugApplication: SearchApplication {
    struct SearchChoice: ParsableArguments {
        @Argument(help: "What is looked for; nothing is anything.")
        var query: [String] = []

        @OptionGroup var filter: DebugFilterOptions
    }

    /// The options of a page. Pages begin after an event, because events have no cursor.
    struct SearchPage: PageOptions {
        @Option(count: "How many events to show.")
        var limit: Int = 20

        @Option("Only events that came before this one.", value: "event")
        var before: String?

        var place: String? { before }
        static let placeOption = "--before"
    }

    static let searchText = text(
        "search",
        abstract: "Find debug events by words and fields, the last that came first.",
        discussion: """
            All must hold, unless OR stands between two; -word must not be there (put -- before a query that begins so); \
            "two words" stand one behind the other, begin* is how a word begins, brackets group. Fields: level>=warn \
            source:ios event:API_* payload.status>=500 payload.user.name:ann correlation: session: device: id: \
            time:2026-11..2026-12. Ends with 1 when there is nothing.
            """,
        examples: [
            "By a word": "search timed",
            "By fields": #"search 'event:API_* source:ios "users"'"#,
            "By a number, and how grave it is": "search 'payload.status>=500 level>=warn'",
            "Of one request": "search --correlation 7D444840-9DC0-11D1-B245-5FFDCE74FAD2",
        ])

    static func search(
        _ choice: SearchChoice, _ page: SearchPage, in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<DebugRecord>, wanted: FullTextQuery?) {
        let text = choice.query.joined(separator: " ")
        let calendar = SearchCalendar(timeZone: .gmt, now: open.now)
        let query = text.isEmpty ? nil : try DebugQuery(text, calendar: calendar)
        for remark in query?.query.warnings ?? [] { open.console.note(remark.description) }
        var row: Int64?
        if let place = page.place { row = try await open.store.entry(RecordReference(place)).row }
        let found = try await open.store.search(
            query, matching: choice.filter.filter(now: open.now), newest: page.limit, before: row)
        return (ListedPage(found, limit: page.limit) { $0.shortID }, nil)
    }

    static func show(
        _ items: [DebugRecord], wanted words: FullTextQuery?, as format: OutputFormat,
        in open: OpenStore<Self>
    ) async throws {
        try DebugListing(format: format, console: open.console).show(items)
    }
}

extension DebugApplication: ShowApplication {
    static let showText = text(
        "show",
        abstract: "Show one debug event: all of its payload, and what spoke for its level where nobody said.",
        examples: [
            "The last that came": "show -1",
            "By the end of its id": "show 4FC964FF",
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
        entry.payload.forEachScalar { path, value in
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

extension DebugFacet.Property: ExpressibleByArgument {}

extension DebugApplication: StatsApplication {
    struct StatsChoice: ParsableArguments {
        @OptionGroup var filter: DebugFilterOptions

        @Option(help: "What they are counted by. May be repeated. (default: source, level)")
        var by: [DebugFacet.Property] = []

        func validate() throws {
            if filter.correlation != nil {
                throw ValidationError("--correlation is not counted: see ilk debug trace.")
            }
        }
    }

    static let statsText = text(
        "stats",
        abstract: "Count debug events by what they have in common.",
        examples: [
            "By source and level": "stats",
            "Which events fail": "stats --by event --level warn --format json",
        ])

    static func counting(_ place: DebugFileOptions, _ console: Console) async throws -> OpenStore<Self> {
        try await .openForSearching(place, console)
    }

    static func showStats(
        _ choice: StatsChoice, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        let parts =
            choice.by.isEmpty ? [.source, .level] : DebugFacet.Property.allCases.filter(choice.by.contains)
        let filter = choice.filter.filter(now: open.now)
        let facets = try await open.store.facets(by: parts, matching: filter)
        let rows = facets.map { facet in
            FacetRow(
                [
                    "source": facet.source?.rawValue, "level": facet.level?.rawValue, "event": facet.event,
                    "day": facet.day.map { CalendarDay($0).description },
                ], records: facet.entries, bytes: facet.bytes)
        }
        try open.console.write(
            counts: rows, by: parts.map(\.rawValue), of: words.records, sizes: "size", as: format)
    }
}

struct DebugFilterOptions: ParsableArguments {
    @Option(help: "Only events from there.")
    var source: LogSource?

    @Option(help: "Only events at least so grave, as their sender said or the pipeline thinks.")
    var level: LogLevel?

    @Option("Only events from this time on: 2026-11-21, 2026-11-21T08:00:00Z, or 2h, 7d ago.", value: "time")
    var since: LogTimeArgument?

    @Option("Only events before this time.", value: "time")
    var until: LogTimeArgument?

    @Option("Only events that belong to this correlation.", value: "id")
    var correlation: String?

    func validate() throws {
        if let correlation, RecordID(correlation) == nil {
            throw ValidationError("--correlation takes a UUID.")
        }
    }

    func filter(now: Date) -> DebugFilter {
        DebugFilter(
            source: source, level: level, since: since?.date(now: now), until: until?.date(now: now),
            correlationId: correlation.flatMap { RecordID($0) })
    }
}
