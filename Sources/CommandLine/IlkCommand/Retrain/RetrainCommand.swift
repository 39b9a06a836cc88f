import ArgumentParser
import FoundationEssentials
package import Ilk
package import IlkConsole
import IlkLog
import IlkStore
import IlkVocabulary

/// Retrains the model with the corrections of the log.
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
        options.excluded = withoutAuthor
        options.readmitted = withAuthor
        return options
    }

    package func run() async throws {
        let console = Console.standard(display)
        guard from == .log else {
            let training = StoreRetrainingRun(
                files: texts, promotes: !dryRun, format: format, console: console)
            return try await stores.retrain(from: from, training)
        }
        let store = try LogStoreAccess.open(
            logging.logFile, of: (taxonomy ?? .doctype).taxonomy, folders: console.folders,
            access: dryRun ? .readOnly : .readWrite)
        let learning = LogRetraining(
            options: options, taxonomy: taxonomy?.taxonomy, format: format, now: Date(), console: console)
        try await learning.run(store)
        try store.close()
    }
}

/// A retraining from the corrections of a log.
struct LogRetraining {
    var options: RetrainingOptions
    /// The expected taxonomy of the log, or `nil` for any.
    var taxonomy: Taxonomy?
    var format: ResultFormat
    var now: Date
    var console: Console

    /// Trains and measures the model, and writes the report.
    ///
    /// - Throws: `badConfiguration` if the log does not have the expected taxonomy, or any taxonomy of the
    ///   program; `negative` without a message if the new model is worse and was not promoted.
    func run(_ store: ClassificationLogStore) async throws {
        guard let own = LogStoreAccess.taxonomy(of: store), taxonomy == nil || taxonomy == own else {
            let wanted = taxonomy.map { "of \($0.name)" } ?? "of a taxonomy that the program knows"
            throw CommandError(
                .badConfiguration, "this log is not \(wanted)", at: store.location.path,
                hint: "its categories are: "
                    + store.taxonomy.categories.map(\.rawValue).joined(separator: ", "))
        }
        let report = try await Retraining(store: store, taxonomy: own, folders: console.folders, now: now)
            .run(options)
        try console.write(report, as: format) {
            report.lines.map { VisibleText.oneLine($0) + "\n" }.joined()
        }
        if report.isRefused { throw CommandError(.checkFailed, "") }
    }
}

/// The source of training texts, the values of `--from`.
package enum RetrainingSource: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The classification log and its corrections.
    case log
    /// Calls with a human label for the emotional state.
    case calls
    /// Mail with its folders.
    case mail
    /// Debug events with the severity that their senders gave.
    case debug
}

/// A retraining from the labeled records of a store.
package struct StoreRetrainingRun {
    /// The files of initial labeled texts.
    package let files: [String]
    /// `true` to save and promote the model.
    package let promotes: Bool
    package let format: ResultFormat
    package let console: Console

    /// Trains and measures the model, and writes the report.
    ///
    /// - Throws: `negative` without a message if the new model is worse and was not promoted.
    package func run(_ retraining: StoreRetraining) async throws {
        let texts =
            files.isEmpty ? [] : try LabeledInput.read(files, policy: .stop, console: console).texts
        let report = try await retraining.run(beginningWith: texts, promotes: promotes) {
            try console.checkStop()
        }
        try console.write(report, as: format) {
            report.lines.map { VisibleText.oneLine($0) + "\n" }.joined()
        }
        if report.isRefused { throw CommandError(.checkFailed, "") }
    }
}
