import ArgumentParser
import IlkCalls
import IlkConsole
import IlkStore
import IlkVocabulary

extension CallsApplication: ListApplication {
    typealias ListChoice = CallFilterOptions

    static let listText = CommandText(
        abstract: "List calls, the newest first.",
        discussion: "The mark says how a call stands: ○ pending, ↻ syncing, ✓ synced, ✗ failed.",
        examples: beginning + [
            CommandExample("The newest", "ilk calls ls"),
            CommandExample(
                "Those with somebody, of the last month", "ilk calls ls --contact sarah --since 4w"),
        ])
    static let emptyText: String? = "no calls yet: ilk calls add 'Sarah' 20m happy"

    static func list(
        _ choice: CallFilterOptions, _ page: CursorOptions<Self>, in open: OpenStore<Self>
    ) async throws -> ListedPage<CallLogEntity> {
        let found = try await open.store.fetchCallLogs(
            matching: choice.filter(CallBook(open)), limit: page.limit,
            before: try page.place.map { try PageCursor(token: $0) })
        return ListedPage(found, limit: page.limit) { $0.cursor.token }
    }

    static func show(
        _ items: [CallLogEntity], wanted words: WordQuery?, as format: OutputFormat,
        in open: OpenStore<Self>
    ) async throws {
        try await CallListing(book: CallBook(open), format: format, query: words).show(items)
    }
}

extension CallsApplication: SearchApplication {
    /// The words, and the calls that may have them.
    struct SearchChoice: ParsableArguments {
        @OptionGroup var query: QueryArguments

        @OptionGroup var filter: CallFilterOptions
    }

    static let searchText = CommandText(
        abstract: "Find calls by the words of their notes, the newest first.",
        discussion: """
            All words must be there, in any order, whatever their case and accents; what was found stands in brackets. \
            "two words" stand one behind the other, begin* is how a word begins, -word must not be there (put -- before \
            it). In scripts without spaces any stretch of characters is found. Ends with 1 when there is nothing.
            """,
        examples: beginning + [
            CommandExample("By its words", "ilk calls search rome"),
            CommandExample(
                "By a phrase, with filters", #"ilk calls search '"about rome"' --contact sarah --since 7d"#),
        ])

    static func search(
        _ choice: SearchChoice, _ page: CursorOptions<Self>, in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<CallLogEntity>, wanted: WordQuery?) {
        let query = try WordQuery(choice.query.text)
        let found = try await open.store.search(
            query, matching: choice.filter.filter(CallBook(open)), limit: page.limit,
            before: try page.place.map { try PageCursor(token: $0) })
        return (ListedPage(found, limit: page.limit) { $0.cursor.token }, query)
    }
}

extension CallsApplication: ShowApplication {
    static let showText = CommandText(
        abstract: "Show all that is known of a call.",
        usage: "ilk calls show <call> [--format <format>] [--calls-file <file>]",
        discussion: "A call is -1 (the newest), -2 and so on, an id, or an id's last 8 characters.",
        examples: beginning + [CommandExample("The newest", "ilk calls show -1")])

    static func show(
        _ reference: String, _ choice: NoOptions, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        try await CallShowing(book: CallBook(open), format: format).run(reference)
    }
}

extension CallsApplication: StatsApplication {
    /// The calls to count.
    struct StatsChoice: ParsableArguments {
        @OptionGroup var filter: CallFilterOptions

        @Option(help: ArgumentHelp("How many weeks to count one by one.", valueName: "count"))
        var weeks: Int = 8

        func validate() throws {
            if !(0...520).contains(weeks) { throw ValidationError("--weeks takes a number from 0 to 520.") }
        }
    }

    static let statsText = CommandText(
        abstract:
            "Count calls: how many, how long, how they felt, how many a week, what waits for the server.",
        examples: beginning + [
            CommandExample("All of them", "ilk calls stats"),
            CommandExample("Those with somebody", "ilk calls stats --contact sarah --weeks 4"),
        ])

    static func showStats(
        _ choice: StatsChoice, as format: ResultFormat, in open: OpenStore<Self>
    ) async throws {
        let book = CallBook(open)
        try await CallAccounts(book: book, format: format).show(
            choice.filter.filter(book), weeks: choice.weeks)
    }
}
