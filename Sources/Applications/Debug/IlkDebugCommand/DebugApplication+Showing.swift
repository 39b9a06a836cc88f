public import ArgumentParser
import FoundationEssentials
import IlkConsole
import IlkDebug
public import IlkDebugStore
import IlkStore
import IlkVocabulary

extension DebugApplication: SearchApplication {
    struct SearchChoice: SelectionOptions {
        @Argument(help: "The query. (default: all events)")
        var query: [String] = []

        @OptionGroup var filter: DebugFilterOptions

        func selection(in open: OpenStore<DebugApplication>) -> (query: String, filter: DebugFilter) {
            (query.joined(separator: " "), filter.selection(in: open))
        }
    }

    /// The options for a page of search results. Events have no cursors: the next page is requested with the
    /// id of the last event on the previous page.
    struct SearchPage: PageOptions {
        @Option(count: "The maximum number of events to list.")
        var limit: Int = 20

        @Option("Only events received before the event with this id.", value: "event")
        var before: String?

        var request: PageRequest { PageRequest(limit: limit, place: before) }
        static let placeOption = "--before"
    }

    static let searchText = text(
        "search",
        abstract: "Find debug events by words and fields, most recently received first.",
        discussion: """
            \(querySyntaxHelp)

            Examples of conditions on fields: level>=warn source:ios event:API_* payload.status>=500 \
            payload.user.name:ann time:2026-11..2026-12. The fields correlation, session, device and id take \
            an id.

            If an event was sent without a level, the level that ilk predicts counts. A correction replaces \
            the level.

            Exits with 1 if nothing is found.
            """,
        examples: [
            "Search for a word": "search timed",
            "Search by fields": #"search 'event:API_* source:ios "users"'"#,
            "Search by a number and a level": "search 'payload.status>=500 level>=warn'",
            "Find the events of a request": "search --correlation 7D444840-9DC0-11D1-B245-5FFDCE74FAD2",
        ])

    static func search(
        _ selection: (query: String, filter: DebugFilter), _ page: PageRequest, in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<DebugRecord>, wanted: FullTextQuery?) {
        let (text, filter) = selection
        let calendar = SearchCalendar(timeZone: .gmt, now: open.now)
        let query = text.isEmpty ? nil : try DebugQuery(text, calendar: calendar)
        for remark in query?.query.warnings ?? [] { open.console.note(remark.description) }
        var row: Int64?
        if let place = page.place {
            row = try await open.store.entry(reference(place, at: SearchPage.placeOption)).row
        }
        let found = try await open.store.search(
            query, matching: filter, newest: page.fetchLimit, before: row)
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
        abstract: "Show a debug event and the reasons for a suggested level.",
        examples: [
            "Show the last received event": "show -1",
            "Show an event by the end of its id": "show 4FC964FF",
        ])

    static func show(
        _ reference: String, _ selection: Void, as format: ResultFormat, in open: OpenStore<Self>
    ) async throws {
        let record = try await open.store.entry(Self.reference(reference))
        switch format {
        case .json: open.console.output.append(try DebugRecordJSON.bytes(record) + [0x0A])
        case .text:
            let corrections = try await open.store.corrections(of: record)
            open.console.output.append(text(record, corrections, open.console))
        }
    }

    private static func text(
        _ record: DebugRecord, _ corrections: [RecordCorrection], _ console: Console
    ) -> String {
        let entry = record.entry
        let level = DebugLine.uncorrectedLevel(record) + (record.correction.map { " → \($0.rawValue)" } ?? "")
        var rows = [
            ("id", entry.id.description), ("correlation", entry.correlationId.description),
            ("time", DebugTime.text(entry.nanoseconds)), ("received", DebugTime.text(record.received)),
            ("source", entry.source.rawValue), ("level", level), ("event", entry.event),
        ]
        for correction in corrections { rows.append(("corrected", correction.phrase)) }
        if let device = entry.deviceId { rows.append(("device", device.description)) }
        if let session = entry.sessionId {
            rows.append(("session", session.description + (entry.sequence.map { ", event \($0)" } ?? "")))
        }
        for line in record.suggestion?.evidence ?? [] { rows.append(("evidence", line)) }
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
    struct StatsChoice: SelectionOptions {
        @OptionGroup var filter: DebugScopeOptions

        @Option(help: "Count events by this field. Repeatable. (default: source, level)")
        var by: [DebugFacet.Property] = []

        func open(
            _ settings: StoreSettings, _ console: Console
        ) async throws -> OpenStore<DebugApplication> {
            try await .openForSearching(settings, console)
        }

        func selection(
            in open: OpenStore<DebugApplication>
        ) -> (parts: [DebugFacet.Property], filter: DebugFilter) {
            let parts = by.isEmpty ? [.source, .level] : DebugFacet.Property.allCases.filter(by.contains)
            return (parts, filter.selection(in: open))
        }
    }

    static let statsText = text(
        "stats",
        abstract: "Count debug events by source, level, event or day.",
        examples: [
            "Count by source and level": "stats",
            "Count warnings and errors by event": "stats --by event --level warn --format json",
        ])

    static func showStats(
        _ selection: (parts: [DebugFacet.Property], filter: DebugFilter), as format: OutputFormat,
        in open: OpenStore<Self>
    ) async throws {
        let (parts, filter) = selection
        let facets = try await open.store.facets(by: parts, matching: filter)
        let rows = facets.map { FacetRow($0.fields, records: $0.entries, bytes: $0.bytes) }
        try open.console.write(
            counts: rows, by: parts.map(\.rawValue), of: words.records, sizes: "size", as: format)
    }
}

/// The options that filter events by source, level and time.
struct DebugScopeOptions: SelectionOptions {
    @Option(help: "Only events from this source.")
    var source: LogSource?

    @Option(help: "Only events of this level or above.")
    var level: LogLevel?

    @OptionGroup var period: PeriodOptions<DebugApplication, LogTimeArgument>

    func selection(in open: OpenStore<DebugApplication>) -> DebugFilter {
        DebugFilter(
            source: source, level: level, since: period.since?.date(in: open),
            until: period.until?.date(in: open))
    }
}

/// The options that filter events by source, level, time and correlation id.
struct DebugFilterOptions: SelectionOptions {
    @OptionGroup var scope: DebugScopeOptions
    @OptionGroup var correlation: DebugCorrelationOptions

    func selection(in open: OpenStore<DebugApplication>) -> DebugFilter {
        var filter = scope.selection(in: open)
        filter.correlationId = correlation.id
        return filter
    }
}

extension DebugApplication: CorrectApplication {
    static let correctText = text(
        "correct",
        abstract: "Correct the level of a debug event.",
        usage: correctUsage,
        discussion: """
            The level is debug, info, warn or error. Lists, searches and purges use the corrected level \
            instead of the original level, and 'ilk retrain --from debug' learns from it. Exports contain \
            both the sent level and the corrections. An event can be corrected again: the last correction \
            counts, and 'ilk debug show' lists all corrections. --withdraw restores the sent or suggested \
            level.
            """,
        examples: [
            "Correct the last received event": "correct -1 error",
            "Withdraw the correction": "correct -1 --withdraw",
        ])

    static func correct(
        _ reference: String, by correction: RecordCorrection, _ selection: Void, in open: OpenStore<Self>
    ) async throws -> CorrectedRecord {
        let level = try correction.label.map { name in
            guard let level = LogLevel(rawValue: name) else {
                throw CommandError.invalid("<label>", name, allowed: LogLevel.allCases.map(\.rawValue))
            }
            return level
        }
        let (before, after) = try await open.store.correct(
            Self.reference(reference), to: level, author: correction.author, time: correction.time)
        return CorrectedRecord(
            id: after.shortID, before: before.level?.rawValue, after: after.level?.rawValue,
            text: after.entry.text)
    }
}
