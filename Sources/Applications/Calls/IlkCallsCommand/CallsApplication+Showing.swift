public import ArgumentParser
import Foundation
public import IlkCalls
import IlkConsole
import IlkStore
import IlkVocabulary

extension CallsApplication: ListApplication {
    typealias ListChoice = CallFilterOptions

    static let listText = text(
        "ls",
        abstract: "List calls, newest first.",
        discussion: "The symbols show the sync status: ○ pending, ↻ syncing, ✓ synced, ✗ failed.",
        examples: [
            "List all calls": "ls",
            "List the calls with one contact in the last four weeks": "ls --contact sarah --since 4w",
        ])
    static let emptyText: String? = "No calls yet. Record one with: ilk calls add 'Sarah' 20m happy"

    static func list(
        _ filter: CallFilter, _ page: PageRequest, in open: OpenStore<Self>
    ) async throws -> ListedPage<CallLogEntity> {
        let found = try await open.store.fetchCallLogs(
            matching: filter, limit: page.fetchLimit, before: page.cursor())
        return ListedPage(found, limit: page.limit) { $0.cursor.token }
    }

    static func show(
        _ items: [CallLogEntity], wanted words: FullTextQuery?, as format: OutputFormat,
        in open: OpenStore<Self>
    ) async throws {
        try await open.show(items, wanted: words, as: format)
    }
}

extension CallsApplication: SearchApplication {
    typealias SearchChoice = FilteredSearchChoice<CallFilterOptions>

    static let searchText = text(
        "search",
        abstract: "Search the notes of calls, newest first.",
        discussion: """
            Finds calls whose notes contain all words, in any order; case and accents are ignored. In the \
            output, matches are in brackets. "two words" finds a phrase, rom* finds words that begin with \
            rom, and -word excludes a word. Put -- before a query that begins with -. In writing systems \
            without spaces, such as Chinese, a query finds any sequence of characters. Exits with 1 if \
            nothing matches.
            """,
        examples: [
            "Search for words": "search rome",
            "Search for a phrase, with filters": #"search '"about rome"' --contact sarah --since 7d"#,
        ])

    static func search(
        _ selection: (query: FullTextQuery, filter: CallFilter), _ page: PageRequest,
        in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<CallLogEntity>, wanted: FullTextQuery?) {
        let found = try await open.store.search(
            selection.query, matching: selection.filter, limit: page.fetchLimit, before: page.cursor())
        return (ListedPage(found, limit: page.limit) { $0.cursor.token }, selection.query)
    }
}

extension CallsApplication: ShowApplication {
    static let showText = text(
        "show",
        abstract: "Show all fields of a call.",
        usage: "ilk calls show <call> [--format <format>] [--calls-file <file>]",
        discussion: """
            Specify the call as -1 (the newest), -2 (the one before) and so on, as an id, or as the last 8 \
            characters of an id.
            """,
        examples: [
            "Show the newest call": "show -1"
        ])

    static func show(
        _ reference: String, _ selection: Void, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        try await open.showCall(reference, as: format)
    }
}

extension CallsApplication: StatsApplication {
    /// The options that select the calls to count.
    struct StatsChoice: SelectionOptions {
        @OptionGroup var filter: CallFilterOptions

        @Option(count: "Number of recent weeks for which to show separate counts.", from: 0, to: 520)
        var weeks = 8

        func selection(in open: OpenCallStore) async throws -> (filter: CallFilter, weeks: Int) {
            (try await filter.selection(in: open), weeks)
        }
    }

    static let statsText = text(
        "stats",
        abstract: "Count calls by emotion, week and sync status, and sum durations.",
        examples: [
            "Count all calls": "stats",
            "Count the calls with one contact": "stats --contact sarah --weeks 4",
        ])

    static func showStats(
        _ selection: (filter: CallFilter, weeks: Int), as format: ResultFormat, in open: OpenStore<Self>
    ) async throws {
        try await open.showCounts(of: selection.filter, weeks: selection.weeks, as: format)
    }
}

extension OpenCallStore {
    /// Shows totals, and counts for each of the last weeks.
    func showCounts(of filter: CallFilter, weeks count: Int, as format: ResultFormat) async throws {
        let statistics = try await store.statistics(matching: filter)
        let borders = count > 0 ? timeline.weeks(count, now: now) : []
        let counts = try await store.counts(between: borders, matching: filter)
        let weeks = zip(borders, counts).map { border, count in
            (begins: day(border), calls: count.calls, minutes: count.minutes)
        }
        var fields = statistics.fields
        fields["weeks"] = weeks.map { week -> JSONObject in
            ["begins": week.begins, "calls": week.calls, "minutes": week.minutes]
        }
        try console.write(fields, as: format) {
            var table = Table([.init("week of"), .init("calls", .right), .init("time", .right)])
            for week in weeks {
                let time = week.minutes > 0 ? CallDuration.text(week.minutes) : ""
                table.add([week.begins, "\(week.calls)", time])
            }
            let hasCalls = weeks.contains { $0.calls > 0 }
            return text(statistics) + (hasCalls ? "\n" + table.rendered(console.style) : "")
        }
    }

    private func text(_ statistics: CallStatistics) -> String {
        var table = Table([.init(""), .init("", .right)])
        table.add(["calls", DecimalText.grouped(statistics.total)])
        table.add(["with details", DecimalText.grouped(statistics.withDetails)])
        table.add(["waiting for the server", DecimalText.grouped(statistics.pending)])
        if statistics.failed > 0 {
            table.add(["refused by the server", DecimalText.grouped(statistics.failed)])
        }
        table.add(["total duration", CallDuration.text(statistics.totalMinutes)])
        if let mean = statistics.meanMinutes {
            table.add(["mean duration", "\(DecimalText.fixed(mean, 1))m"])
        }
        if let rate = statistics.callsPerWeek { table.add(["calls per week", DecimalText.fixed(rate, 1)]) }
        for emotion in EmotionalState.allCases {
            guard let count = statistics.byEmotion[emotion] else { continue }
            table.add(["\(emotion.emoji) \(emotion.displayName)", DecimalText.grouped(count)])
        }
        return table.rendered(console.style)
    }

    private func day(_ date: Date) -> String {
        let fields = timeline.calendar.dateComponents([.year, .month, .day], from: date)
        return [fields.year, fields.month, fields.day].map { ($0 ?? 0).zeroPadded(to: 2) }
            .joined(separator: "-")
    }
}

extension CallSyncStatus: ExpressibleByArgument {}

/// The arguments that specify calls by id. Without such arguments, the filter options select the calls.
struct CallArguments: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("Ids of calls; -1 is the newest.", valueName: "call"))
    var words: [String] = []

    func validate() throws { try EntryArgument.check(words) }

    /// Throws an error if both calls and filters are given.
    func check<Filter: OptionalSelection>(_ filter: Filter) throws {
        if !words.isEmpty && !filter.isEmpty {
            throw ValidationError("Specify calls or filters, not both.")
        }
    }

    /// Returns the phone calls that the arguments of the command refer to. Without arguments, returns the calls
    /// that match the filter options.
    func selection<Filter: OptionalSelection>(
        _ filter: Filter, in open: OpenCallStore
    ) async throws -> CallSelection
    where Filter.Application == CallsApplication, Filter.Selection == CallFilter {
        words.isEmpty
            ? .matching(try await filter.selection(in: open))
            : .records(try words.map { try CallsApplication.reference($0) })
    }

    /// Returns the selected calls, each once.
    ///
    /// - Throws: `RecordStoreError` for a malformed argument, or `CommandError` if there are neither
    ///   arguments nor filters.
    func references<Filter: OptionalSelection>(
        _ filter: Filter, in open: OpenCallStore
    ) async throws -> [RecordReference]
    where Filter.Application == CallsApplication, Filter.Selection == CallFilter {
        if words.isEmpty, filter.isEmpty {
            throw CommandError(
                .usage, "no calls specified",
                hint: "specify ids of calls, or filters such as --contact or --since")
        }
        return try await open.references(selection(filter, in: open))
    }
}

/// The calls to which a command applies: those that match a filter, or those with given references.
enum CallSelection {
    case matching(CallFilter)
    case records([RecordReference])
}

/// The options that filter calls by contact, time, tag and sync status.
struct CallScopeOptions: OptionalSelection {
    @Option("Only calls with this contact.", value: "name")
    var contact: String?

    @OptionGroup var period: PeriodOptions<CallsApplication, LocalTimeArgument>

    @Option("Only calls with this tag.", value: "tag")
    var tag: String?

    @Option(help: "Only calls with this sync status.")
    var status: CallSyncStatus?

    /// `true` if no filter is given.
    var isEmpty: Bool { contact == nil && period.isEmpty && tag == nil && status == nil }

    /// Returns the filter that the options specify.
    ///
    /// - Throws: `CallError`, or `CommandError` if the contact does not exist. The hint of the error suggests
    ///   the most similar name.
    func selection(in open: OpenCallStore) async throws -> CallFilter {
        CallFilter(
            contactId: try await open.contact(contact)?.id, since: period.since?.date(in: open),
            until: period.until?.date(in: open), tag: tag, status: status)
    }
}

/// The options that filter calls.
struct CallFilterOptions: OptionalSelection {
    @OptionGroup var scope: CallScopeOptions

    @Option(help: "Only calls with this recorded emotion.")
    var emotion: CallEmotion?

    /// `true` if no filter is given.
    var isEmpty: Bool { scope.isEmpty && emotion == nil }

    /// Returns the filter that the options specify.
    ///
    /// - Throws: An error of ``CallScopeOptions/selection(in:)``.
    func selection(in open: OpenCallStore) async throws -> CallFilter {
        var filter = try await scope.selection(in: open)
        filter.emotion = emotion?.state
        return filter
    }
}
