import IlkCalls
import IlkConsole
import ArgumentParser
import IlkStore

/// Shows calls by days.
struct CallsTimelineCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show calls with everybody, by days: today, yesterday, this week, this month, and months.",
        discussion: "Days are those of your time zone (TZ, or --zone), in your language (LC_TIME)."
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m happy"),
        CommandExample("By days", "ilk calls timeline"),
        CommandExample("By somebody else's days", "ilk calls timeline --zone Asia/Tokyo"),
    ]

    @OptionGroup var choice: CallFilterOptions

    @Option(
        help: ArgumentHelp("How many calls to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit: Int = 50

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let book = try CallBook.reading(calls, display)
        let page = try await book.storage.fetchCallLogs(matching: choice.filter(book), limit: limit)
        try await CallDays(book: book).show(page)
        try book.close()
    }
}
