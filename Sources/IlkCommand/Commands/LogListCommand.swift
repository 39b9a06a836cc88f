import ArgumentParser
import FoundationEssentials
import IlkDomains
import IlkStore

/// Lists the newest entries of the log.
struct LogListCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List what was said of texts, newest first."
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("The newest entries", "ilk log ls --log-file mine.sqlite"),
        CommandExample("What it doubted", "ilk log ls --unsure --log-file mine.sqlite"),
        CommandExample("For a program", "ilk log ls --format ndjson --limit 5 --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions

    @OptionGroup var choice: LogFilterOptions

    @Option(
        help: ArgumentHelp("How many entries to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit: Int = 20

    @Option(
        help: ArgumentHelp(
            "Only entries older than this one: an entry, or where the page before ended.", valueName: "entry")
    )
    var cursor: String?

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
        try await LogListing(
            limit: limit, before: cursor, choice: choice, format: format, console: console
        ).run(store)
        try store.close()
    }
}
