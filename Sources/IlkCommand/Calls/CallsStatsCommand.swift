import ArgumentParser
import IlkDomains

/// Says what calls come to.
struct CallsStatsCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract:
            "Count calls: how many, how long, how they felt, how many a week, what waits for the server."
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m happy"),
        CommandExample("All of them", "ilk calls stats"),
        CommandExample("Those with somebody", "ilk calls stats --contact sarah --weeks 4"),
    ]

    @OptionGroup var choice: CallFilterOptions

    @Option(help: ArgumentHelp("How many weeks to count one by one.", valueName: "count"))
    var weeks: Int = 8

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if !(0...520).contains(weeks) { throw ValidationError("--weeks takes a number from 0 to 520.") }
    }

    func run() async throws {
        let book = try CallBook.reading(calls, display)
        try await CallAccounts(book: book, format: format).show(try await choice.filter(book), weeks: weeks)
        try book.close()
    }
}
