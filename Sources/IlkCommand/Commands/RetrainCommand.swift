import ArgumentParser
import FoundationEssentials
import IlkDomains
import IlkStore

/// Learns from the log and its corrections.
struct RetrainCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "retrain",
        abstract: "Learn from the log's corrections, measure, and promote the new model unless it is worse.",
        discussion: """
            People's corrections are learned, the tool's own guesses never. The new model is measured on \
            corrections that were held back and on texts that no model learns from; when it is worse it is kept as \
            a candidate, and the status is 1.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("Say what it is", "ilk log correct -1 message --log-file mine.sqlite"),
        CommandExample("See what would change", "ilk retrain --dry-run --log-file mine.sqlite"),
        CommandExample("Learn it", "ilk retrain --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions

    @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
    var dryRun = false

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(
            logging.logFile, folders: console.folders, access: dryRun ? .readOnly : .readWrite)
        try await Relearning(isDryRun: dryRun, format: format, now: Date(), console: console).run(store)
        try store.close()
    }
}
