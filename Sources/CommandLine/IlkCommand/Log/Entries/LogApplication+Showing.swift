import ArgumentParser
import IlkConsole
import IlkLog
import IlkStore
import IlkVocabulary

extension LogApplication: ListApplication {
    typealias ListChoice = LogFilterOptions

    static let listText = CommandText(
        abstract: "List what was said of texts, newest first.",
        discussion: "--cursor takes an entry, too: only those before it are listed.",
        examples: beginning + [
            CommandExample("The newest entries", "ilk log ls --log-file mine.sqlite"),
            CommandExample("What it doubted", "ilk log ls --unsure --log-file mine.sqlite"),
            CommandExample("For a program", "ilk log ls --format ndjson --limit 5 --log-file mine.sqlite"),
        ])

    static func list(
        _ choice: LogFilterOptions, _ page: CursorOptions<Self>, in open: OpenStore<Self>
    ) async throws -> ListedPage<ClassificationLogEntry> {
        var cursor: LogCursor?
        if let place = page.place {
            cursor =
                place.contains(".")
                ? try LogCursor(token: place) : try await open.store.entry(LogReference(place)).cursor
        }
        let found = try await open.store.entries(
            newest: page.limit, before: cursor, matching: choice.filter(of: open.store, now: open.now))
        return ListedPage(found, limit: page.limit) { $0.cursor.token }
    }

    static func show(
        _ items: [ClassificationLogEntry], wanted words: WordQuery?, as format: OutputFormat,
        in open: OpenStore<Self>
    ) async throws {
        let console = open.console
        switch format {
        case .text:
            let table = LogTable(
                style: console.style, columns: console.columns, wanted: words?.wanted ?? [])
            console.output.append(table.text(items))
        case .json: try console.write(json: items.map(LogEntryRecord.init))
        case .ndjson: for entry in items { try console.write(json: LogEntryRecord(entry), isPretty: false) }
        }
    }
}

extension LogApplication: SearchApplication {
    /// The words, and the entries that may have them.
    struct SearchChoice: ParsableArguments {
        @OptionGroup var query: QueryArguments

        @OptionGroup var filter: LogFilterOptions
    }

    static let searchText = CommandText(
        abstract: "Find texts in the log by their words, the last logged first.",
        discussion: """
            All words must be there, in any order, whatever their case and accents. "two words" stand one behind the \
            other, begin* is how a word begins, -word must not be there (put -- before it). In scripts without spaces \
            any stretch of characters is found. Ends with 1 when there is nothing.
            """,
        examples: beginning + [
            CommandExample("By its words", "ilk log search 'see then' --log-file mine.sqlite"),
            CommandExample("By a phrase", #"ilk log search '"see you" th*' --log-file mine.sqlite"#),
        ])

    static func search(
        _ choice: SearchChoice, _ page: CursorOptions<Self>, in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<ClassificationLogEntry>, wanted: WordQuery?) {
        let query = try WordQuery(choice.query.text)
        let found = try await open.store.search(
            query, newest: page.limit, before: page.place.map { try LogReference($0) },
            matching: choice.filter.filter(of: open.store, now: open.now))
        return (ListedPage(found, limit: page.limit) { $0.shortID }, query)
    }
}

extension LogApplication: ShowApplication {
    static let showText = CommandText(
        abstract: "Show all that is known of an entry: verdict, scores, all corrections, text.",
        usage: "ilk log show <entry> [--format <format>] [--log-file <file>]",
        discussion: "An entry is -1 (the newest), -2 and so on, an id, or an id's last 8 characters.",
        examples: beginning + [CommandExample("The newest entry", "ilk log show -1 --log-file mine.sqlite")])

    static func show(
        _ reference: String, _ choice: NoOptions, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        try await LogShowing(reference: reference, format: format, console: open.console).run(open.store)
    }
}

extension LogApplication: StatsApplication {
    /// The counts to show.
    struct StatsChoice: ParsableArguments {
        @Option(help: "Count the entries by this instead. May be repeated.")
        var by: [LogFacetChoice] = []
    }

    /// Counts of entries that have something in common.
    private struct FacetRow: Encodable {
        var category: String?
        var day: String?
        var model: String?
        var abstention: String?
        var entries: Int
        var bytes: Int
    }

    static let statsText = CommandText(
        abstract: "Say how much the log holds, and what became of everything it was given.",
        discussion: """
            What was accepted was stored, is pending in a program that runs, was skipped or dropped for a reason, is \
            in quarantine because the database refuses it, or was lost in a crash. These add up.
            """,
        examples: beginning + [
            CommandExample("What became of all texts", "ilk log stats --log-file mine.sqlite"),
            CommandExample(
                "By category and day", "ilk log stats --by category --by day --log-file mine.sqlite"),
            CommandExample("For a program", "ilk log stats --format json --log-file mine.sqlite"),
        ])

    static func showStats(
        _ choice: StatsChoice, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        guard !choice.by.isEmpty else {
            return try await LogAccounts(format: format, console: open.console).run(open.store)
        }
        let facets = LogFacetChoice.allCases.filter(choice.by.contains)
        let rows = try await open.store.facets(by: Set(facets.map(\.dimension))).map { facet in
            FacetRow(
                category: facet.category?.rawValue, day: facet.day.map { CalendarDay($0).description },
                model: facet.model, abstention: facet.abstention?.rawValue, entries: facet.entries,
                bytes: facet.bytes)
        }
        try FacetTable(titles: facets.map(\.rawValue), records: words.records, sizes: "text", rows: rows) {
            row in
            let cells = facets.map { facet in
                switch facet {
                case .category: row.category ?? "-"
                case .day: row.day ?? "-"
                // Enough of a digest to tell one model from another.
                case .model: row.model.map { String($0.prefix(12)) } ?? "-"
                case .abstention: row.abstention ?? "claimed"
                }
            }
            return (cells, row.entries, row.bytes)
        }.show(as: format, on: open.console)
    }
}
