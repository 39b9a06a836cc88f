import ArgumentParser
import IlkDomains

/// Searches notes.
struct CallsSearchCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find calls by the words of their notes, the newest first.",
        discussion: """
            All words must be there, in any order, whatever their case and accents; what was found stands in brackets. \
            "two words" stand one behind the other, begin* is how a word begins, -word must not be there (put -- before \
            it). In scripts without spaces any stretch of characters is found. Ends with 1 when there is nothing.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m 'we talked about Rome'"),
        CommandExample("By its words", "ilk calls search rome"),
        CommandExample(
            "By a phrase, with filters", #"ilk calls search '"about rome"' --contact sarah --since 7d"#),
    ]

    @Argument(help: "What is looked for.")
    var query: [String]

    @OptionGroup var choice: CallFilterOptions

    @OptionGroup var page: CallPageOptions

    func run() async throws {
        let query = try WordQuery(query.joined(separator: " "))
        let book = try CallBook.searching(page.calls, page.display)
        let found = try await book.storage.search(
            query, matching: choice.filter(book), limit: page.limit, before: page.begin())
        try await CallListing(book: book, format: page.format, query: query).show(
            found, nothing: "no such call")
        page.tellMore(behind: found, on: book.console)
        try book.close()
        if found.isEmpty { throw CommandFailure(.negative, "") }
    }
}
