public import ArgumentParser
import IlkConsole
public import IlkLog
import IlkStore
import IlkVocabulary

extension LogApplication: ListApplication {
    typealias ListChoice = LogFilterOptions

    static let listText = text(
        "ls",
        abstract: "List what was said of texts, newest first.",
        discussion: "--cursor takes an entry, too: only those before it are listed.",
        examples: [
            "The newest entries": "ls",
            "What it doubted": "ls --unsure",
            "For a program": "ls --format ndjson --limit 5",
        ])

    static func list(
        _ choice: LogFilterOptions, _ page: CursorOptions<Self>, in open: OpenStore<Self>
    ) async throws -> ListedPage<ClassificationLogEntry> {
        var cursor: PageCursor?
        if let place = page.place {
            cursor =
                place.contains(".")
                ? try PageCursor(token: place) : try await open.store.entry(RecordReference(place)).cursor
        }
        let found = try await open.store.entries(
            newest: page.limit, before: cursor, matching: choice.filter(of: open.store, now: open.now))
        return ListedPage(found, limit: page.limit) { $0.cursor.token }
    }

    static func show(
        _ items: [ClassificationLogEntry], wanted words: FullTextQuery?, as format: OutputFormat,
        in open: OpenStore<Self>
    ) async throws {
        let console = open.console
        try console.write(records: items.map(\.fields), as: format) {
            LogTable(style: console.style, columns: console.columns, wanted: words?.wanted ?? []).text(items)
        }
    }
}

extension LogApplication: SearchApplication {
    typealias SearchChoice = FilteredSearchChoice<LogFilterOptions>

    static let searchText = text(
        "search",
        abstract: "Find texts in the log by their words, the last logged first.",
        discussion: """
            All words must be there, in any order, whatever their case and accents. "two words" stand one behind the \
            other, begin* is how a word begins, -word must not be there (put -- before it). In scripts without spaces \
            any stretch of characters is found. Ends with 1 when there is nothing.
            """,
        examples: [
            "By its words": "search 'see then'",
            "By a phrase": #"search '"see you" th*'"#,
        ])

    static func search(
        _ choice: SearchChoice, _ page: CursorOptions<Self>, in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<ClassificationLogEntry>, wanted: FullTextQuery?) {
        let query = try FullTextQuery(choice.query.text)
        let found = try await open.store.search(
            query, newest: page.limit, before: page.place.map { try RecordReference($0) },
            matching: choice.filter.filter(of: open.store, now: open.now))
        return (ListedPage(found, limit: page.limit) { $0.shortID }, query)
    }
}

extension LogApplication: ShowApplication {
    static let showText = text(
        "show",
        abstract: "Show all that is known of an entry: verdict, scores, all corrections, text.",
        usage: "ilk log show <entry> [--format <format>] [--log-file <file>]",
        discussion: "An entry is -1 (the newest), -2 and so on, an id, or an id's last 8 characters.",
        examples: [
            "The newest entry": "show -1"
        ])

    static func show(
        _ reference: String, _ choice: NoOptions, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        try await open.showEntry(reference, as: format)
    }
}

extension LogFacet.Dimension: ExpressibleByArgument {}

extension LogApplication: StatsApplication {
    struct StatsChoice: ParsableArguments {
        @Option(help: "Count the entries by this instead. May be repeated.")
        var by: [LogFacet.Dimension] = []
    }

    /// The help for counts of groups of entries.
    static let statsText = text(
        "stats",
        abstract: "Say how much the log holds, and what became of everything it was given.",
        discussion: """
            What was accepted was stored, is pending in a program that runs, was skipped or dropped for a reason, is \
            in quarantine because the database refuses it, or was lost in a crash. These add up.
            """,
        examples: [
            "What became of all texts": "stats",
            "By category and day": "stats --by category --by day",
            "For a program": "stats --format json",
        ])

    static func showStats(
        _ choice: StatsChoice, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        guard !choice.by.isEmpty else {
            return try await open.showLedger(as: format)
        }
        let parts = LogFacet.Dimension.allCases.filter(choice.by.contains)
        let rows = try await open.store.facets(by: Set(parts)).map { facet in
            FacetRow(
                [
                    "category": facet.category?.rawValue,
                    "day": facet.day.map { CalendarDay($0).description }, "model": facet.model,
                    "abstention": facet.abstention?.rawValue,
                ],
                cells: [
                    // A prefix of the digest is enough to distinguish models.
                    "model": facet.model.map { String($0.prefix(12)) } ?? "-",
                    "abstention": facet.abstention?.rawValue ?? "claimed",
                ], records: facet.entries, bytes: facet.bytes)
        }
        try open.console.write(
            counts: rows, by: parts.map(\.rawValue), of: words.records, sizes: "text", as: format)
    }
}
