import ArgumentParser
import IlkDomains

/// Shows what waits for the server.
struct CallsQueueCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract:
            "Show what waits for the server, in the order in which it goes, and what the server refused.",
        discussion:
            "--clear-failed deletes the calls that the server refused and has never had; only with --yes."
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah"),
        CommandExample("What waits", "ilk calls queue"),
        CommandExample("For a program", "ilk calls queue --format ndjson"),
    ]

    @Option(help: ArgumentHelp("How many to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit: Int = 50

    @Flag(help: "Delete the calls that the server refused and has never had.")
    var clearFailed = false

    @Flag(help: "Do so.")
    var yes = false

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if clearFailed != yes { throw ValidationError("--clear-failed deletes calls: say --yes with it.") }
    }

    func run() async throws {
        let book = clearFailed ? try CallBook.writing(calls, display) : try CallBook.reading(calls, display)
        let queue = CallSyncQueue(book: book, format: format)
        if clearFailed { try await queue.clearFailed() } else { try await queue.show(limit: limit) }
        try book.close()
    }
}
