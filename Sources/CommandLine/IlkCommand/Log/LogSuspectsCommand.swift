import IlkConsole
import ArgumentParser
import IlkLearning
import IlkStore

/// Lists corrections that look wrong.
struct LogSuspectsCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspects",
        abstract: "List the corrections that a model of all other corrections contradicts most.",
        discussion: """
            Each corrected text is judged by what the others teach. A contradiction may be a slip of whoever corrected, \
            or a text that is truly both: look, and correct again where it is wrong. A few dozen corrections are needed \
            for it to mean anything.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("Say what it is", "ilk log correct -1 message --log-file mine.sqlite"),
        CommandExample("Which corrections look wrong?", "ilk log suspects --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions

    @Option(help: ArgumentHelp("How many to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit: Int = 20

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
        try await LogSuspecting(limit: limit, format: format, console: console).run(store)
        try store.close()
    }
}
