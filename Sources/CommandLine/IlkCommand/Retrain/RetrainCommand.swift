package import IlkConsole
package import ArgumentParser
import FoundationEssentials
import Ilk
import IlkStore

/// Learns from the log and its corrections.
package struct RetrainCommand<Edition: ProgramEdition>: AsyncParsableCommand, ExemplifiedCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "retrain",
            abstract:
                "Learn from the log's corrections, measure, and promote the new model unless it is worse.",
            discussion: """
                People's corrections are learned, the tool's own guesses never. Texts that nobody corrected count \
                little, or nothing. The new model is measured on random audits, on corrections that were held back and \
                on texts that no model learns from; when it is worse it is kept as a candidate, and the status is 1.
                """
        )
    }

    package static var examples: [CommandExample] {
        [
            CommandExample(
                "Remember a text",
                "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
            CommandExample("Say what it is", "ilk log correct -1 message --log-file mine.sqlite"),
            CommandExample("See what would change", "ilk retrain --dry-run --log-file mine.sqlite"),
            CommandExample("Learn it", "ilk retrain --log-file mine.sqlite"),
            CommandExample("How calls felt", "ilk calls add Sarah happy 'what a lovely day'"),
            CommandExample("Learn that", "ilk retrain --from calls"),
            CommandExample(
                "Two folders of mail",
                #"for i in 1 2 3; do for f in work home; do printf "From a@x.org Fri Mar  1 10:00:0$i 2024\nFrom: a@x.org\nMessage-ID: <$f$i@x>\nSubject: about $f\n\nsome $f text $i\n\n" >> $f.mbox; done; done"#
            ),
            CommandExample(
                "Take them in", "ilk mail import work.mbox home.mbox --mail-file mail.sqlite --quiet"),
            CommandExample(
                "Learn folders",
                "ilk retrain --from mail --label folder --mail-file mail.sqlite -o folders.ilk"),
        ]
    }

    @Option(
        help: ArgumentHelp(
            "What is learned from: the log; calls, which train the emotions; debug, which trains the levels; mail, which trains a model of its folders.",
            valueName: "store"))
    var from: RetrainingSource = .log

    @Option(
        help: ArgumentHelp(
            "Labelled texts to begin with; with --from calls and debug. May be repeated.", valueName: "file"),
        completion: .file())
    var texts: [String] = []

    @Option(
        help: """
            What the log's texts are told apart by: the model of that taxonomy that is in use learns. (default: what the \
            log file says; without one: doctype)
            """)
    var taxonomy: TaxonomyChoice?

    @OptionGroup var stores: Edition.Retraining
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

    package init() {}

    package func validate() throws {
        if let both = withoutAuthor.first(where: withAuthor.contains) {
            throw ValidationError("--without-author and --with-author both name '\(both)'.")
        }
        let isOfLog =
            full || !withoutAuthor.isEmpty || !withAuthor.isEmpty || logging.logFile != nil || taxonomy != nil
        if from != .log && isOfLog {
            throw ValidationError("--full, --log-file, --taxonomy and authors are of the log.")
        }
        try stores.validate(from: from)
        if from != .calls && from != .debug && !texts.isEmpty {
            throw ValidationError("--texts goes with --from calls and --from debug.")
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

    package func run() async throws {
        let console = Console.standard(display)
        guard from == .log else {
            let training = StoreRelearning(
                files: texts, promotes: !dryRun, format: format, console: console)
            return try await stores.retrain(from: from, training, display)
        }
        let store = try LogBook.open(
            logging.logFile, of: (taxonomy ?? .doctype).taxonomy, folders: console.folders,
            access: dryRun ? .readOnly : .readWrite)
        let learning = Relearning(
            options: options, taxonomy: taxonomy?.taxonomy, format: format, now: Date(), console: console)
        try await learning.run(store)
        try store.close()
    }
}
