import ArgumentParser
import FoundationEssentials
package import Ilk
package import IlkConsole
import IlkLog
import IlkStore
import IlkVocabulary

/// Learns from the log and its corrections.
package struct RetrainCommand<Edition: ProgramEdition>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText {
        CommandText(
            "retrain",
            abstract:
                "Learn from the log's corrections, measure, and promote the new model unless it is worse.",
            discussion: """
                People's corrections are learned, the tool's own guesses never. Texts that nobody corrected count \
                little, or nothing. The new model is measured on random audits, on corrections that were held back and \
                on texts that no model learns from; when it is worse it is kept as a candidate, and the status is 1.
                """,
            examples: [
                "Remember a text": "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite",
                "Say what it is": "ilk log correct -1 message --log-file mine.sqlite",
                "See what would change": "ilk retrain --dry-run --log-file mine.sqlite",
                "Learn it": "ilk retrain --log-file mine.sqlite",
                "How calls felt": "ilk calls add Sarah happy 'what a lovely day'",
                "Learn that": "ilk retrain --from calls",
                "Two folders of mail":
                    #"for i in 1 2 3; do for f in work home; do printf "From a@x.org Fri Mar  1 10:00:0$i 2024\nFrom: a@x.org\nMessage-ID: <$f$i@x>\nSubject: about $f\n\nsome $f text $i\n\n" >> $f.mbox; done; done"#,
                "Take them in": "ilk mail import work.mbox home.mbox --mail-file mail.sqlite --quiet",
                "Learn folders":
                    "ilk retrain --from mail --label folder --mail-file mail.sqlite -o folders.ilk",
            ])
    }

    @Option(
        "What is learned from: the log; calls, which train the emotions; debug, which trains the levels; mail, which trains a model of its folders.",
        value: "store")
    var from: RetrainingSource = .log

    @Option(
        "Labelled texts to begin with; with --from calls and debug. May be repeated.", value: "file",
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
        "Unlearn the words of this author, or source (human, api, import), now and later. May be repeated.",
        value: "name")
    var withoutAuthor: [String] = []

    @Option("Listen to this author again. May be repeated.", value: "name")
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
            return try await stores.retrain(from: from, training)
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

/// Makes a new model of a log's corrections, and says what came of it.
struct Relearning {
    /// What is asked for.
    var options: RetrainingOptions
    /// What the log's texts are to be told apart by; nil for whatever they are.
    var taxonomy: Taxonomy?
    /// How the report is shown.
    var format: ResultFormat
    /// What time it is.
    var now: Date
    /// Where it is shown.
    var console: Console

    /// Learns, measures, reports.
    ///
    /// - Throws: `badConfiguration` for a log of other categories than those asked for, or than any taxonomy of the
    ///   program; `negative`, without words, when the new model is worse and so is not in use.
    func run(_ store: ClassificationLogStore) async throws {
        guard let own = LogBook.taxonomy(of: store), taxonomy == nil || taxonomy == own else {
            let wanted = taxonomy.map { "of \($0.name)" } ?? "of a taxonomy that the program knows"
            throw CommandFailure(
                .badConfiguration, "this log is not \(wanted)", at: store.location.path,
                hint: "its categories are: "
                    + store.taxonomy.categories.map(\.rawValue).joined(separator: ", "))
        }
        let report = try await Retraining(store: store, taxonomy: own, folders: console.folders, now: now)
            .run(options)
        try console.write(report, as: format) {
            report.lines.map { VisibleText.oneLine($0) + "\n" }.joined()
        }
        if report.isRefused { throw CommandFailure(.negative, "") }
    }
}

/// What is learned from: what `--from` takes.
package enum RetrainingSource: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The classification log and its corrections.
    case log
    /// Calls of which people said how they felt.
    case calls
    /// Mail and the folders it lies in.
    case mail
    /// Debug events of which their senders said how grave they are.
    case debug
}

/// Makes a model of a store's labelled records, and says what came of it.
package struct StoreRelearning {
    /// Files of labelled texts to begin with.
    package let files: [String]
    /// Whether anything is written.
    package let promotes: Bool
    /// How the report is shown.
    package let format: ResultFormat
    /// Where.
    package let console: Console

    /// Learns, measures, reports.
    ///
    /// - Throws: `negative`, without words, when the new model is worse and so is not in use.
    package func run(_ retraining: StoreRetraining) async throws {
        let texts =
            files.isEmpty ? [] : try LabelledInput.read(files, policy: .stop, console: console).texts
        let report = try await retraining.run(beginningWith: texts, promotes: promotes) {
            try console.checkStop()
        }
        try console.write(report, as: format) {
            report.lines.map { VisibleText.oneLine($0) + "\n" }.joined()
        }
        if report.isRefused { throw CommandFailure(.negative, "") }
    }
}
