import ArgumentParser
import IlkDomains

/// Lists what was done.
struct UsageListCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls", abstract: "List taps and phrases, newest first; or those phrases that have words.")

    static let examples = [
        CommandExample("Tap", "ilk usage tap I want cookie"),
        CommandExample("Speak", "ilk usage speak"),
        CommandExample("The newest", "ilk usage ls"),
        CommandExample("Phrases with a word", "ilk usage ls cookie --kind phrase --format json"),
    ]

    @Argument(help: "Words that phrases must have.")
    var words: [String] = []

    @Option(
        help: ArgumentHelp("How many to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit = 20

    @Option(
        help: ArgumentHelp("Only what is older than the page before, which said this.", valueName: "cursor"))
    var cursor: String?

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var choice: UsageFilterOptions
    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let book = try words.isEmpty ? UsageBook.reading(usage, display) : .searching(usage, display)
        var filter = try await choice.filter(book)
        if !words.isEmpty { filter.words = try WordQuery(words.joined(separator: " ")) }
        let events = try await book.store.events(
            matching: filter, limit: limit, before: try cursor.map { try PageCursor(token: $0) })
        try await UsageListing(book: book, format: format).show(
            events, nothing: filter.isEmpty ? "nothing was done yet: ilk usage tap want" : "nothing found")
        if events.count == limit, let last = events.last, format != .json {
            book.console.note("more: --cursor \(last.cursor.token)")
        }
        try book.close()
    }
}
