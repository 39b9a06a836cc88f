import ArgumentParser
import IlkDomains
import IlkStore

/// Says how much the log holds and what became of everything it was given.
struct LogStatsCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Say how much the log holds, and what became of everything it was given.",
        discussion: """
            What was accepted was stored, is pending in a program that runs, was skipped or dropped for a reason, is \
            in quarantine because the database refuses it, or was lost in a crash. These add up.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("What became of all texts", "ilk log stats --log-file mine.sqlite"),
        CommandExample("By category and day", "ilk log stats --by category --by day --log-file mine.sqlite"),
        CommandExample("For a program", "ilk log stats --format json --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions

    @Option(help: "Count the entries by this instead. May be repeated.")
    var by: [LogFacetChoice] = []

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
        if by.isEmpty {
            try await LogAccounts(format: format, console: console).run(store)
        } else {
            let dimensions = LogFacetChoice.allCases.filter(by.contains).map(\.dimension)
            try await LogFacetTable(dimensions: dimensions, format: format, console: console).run(store)
        }
        try store.close()
    }
}
