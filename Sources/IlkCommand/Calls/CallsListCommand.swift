import ArgumentParser
import IlkDomains

/// Lists calls.
struct CallsListCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List calls, the newest first.",
        discussion: "The mark says how a call stands: ○ pending, ↻ syncing, ✓ synced, ✗ failed."
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m happy"),
        CommandExample("The newest", "ilk calls ls"),
        CommandExample("Those with somebody, of the last month", "ilk calls ls --contact sarah --since 4w"),
    ]

    @OptionGroup var choice: CallFilterOptions

    @OptionGroup var page: CallPageOptions

    func run() async throws {
        let book = try CallBook.reading(page.calls, page.display)
        let found = try await book.storage.fetchCallLogs(
            matching: choice.filter(book), limit: page.limit, before: page.begin())
        try await CallListing(book: book, format: page.format).show(
            found, nothing: choice.isEmpty ? "no calls yet: ilk calls add 'Sarah' 20m happy" : "no such call")
        page.tellMore(behind: found, on: book.console)
        try book.close()
    }
}
