import ArgumentParser
import FoundationEssentials
import Ilk
import IlkDomains
import IlkStore

/// Learns from the log and its corrections.
struct RetrainCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "retrain",
        abstract: "Learn from the log's corrections, measure, and promote the new model unless it is worse.",
        discussion: """
            People's corrections are learned, the tool's own guesses never. Texts that nobody corrected count \
            little, or nothing. The new model is measured on random audits, on corrections that were held back and \
            on texts that no model learns from; when it is worse it is kept as a candidate, and the status is 1.
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

    @Flag(help: "Count the whole log anew, and not only what is new since the last time.")
    var full = false

    @Option(
        help: ArgumentHelp(
            "Unlearn the words of this author, or source (human, api, import), now and later. May be repeated.",
            valueName: "name"))
    var withoutAuthor: [String] = []

    @Option(help: ArgumentHelp("Listen to this author again. May be repeated.", valueName: "name"))
    var withAuthor: [String] = []

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if let both = withoutAuthor.first(where: withAuthor.contains) {
            throw ValidationError("--without-author and --with-author both name '\(both)'.")
        }
    }

    private var options: RetrainingOptions {
        var options = RetrainingOptions()
        options.promotes = !dryRun
        options.recounts = full
        options.without = withoutAuthor
        options.with = withAuthor
        return options
    }

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(
            logging.logFile, folders: console.folders, access: dryRun ? .readOnly : .readWrite)
        try await Relearning(options: options, format: format, now: Date(), console: console).run(store)
        try store.close()
    }
}
