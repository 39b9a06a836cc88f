import IlkConsole
import ArgumentParser
import FoundationEssentials
import IlkStore

/// Shows entries of the log as they come.
struct LogTailCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Show what is logged, as it comes, whichever program logs it.",
        discussion: "Shows the newest entries, oldest first, and waits for more until it is interrupted."
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample(
            "The last entries, and no waiting", "ilk log tail --no-follow --limit 5 --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var choice: LogFilterOptions

    @Option(
        help: ArgumentHelp("How many entries to show at first, from 0.", valueName: "count"),
        transform: CountArgument.fromZero)
    var limit: Int = 10

    @Flag(inversion: .prefixedNo, help: "Wait for more.")
    var follow = true

    @Option(help: "The shape of the output; json is one object a line here too.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
        try await LogFollowing(
            limit: limit, follows: follow, choice: choice, format: format, console: console
        ).run(store)
        try store.close()
    }
}
