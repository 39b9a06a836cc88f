package import ArgumentParser
import FoundationEssentials
package import Ilk
package import IlkConsole
import IlkLearning
import IlkLog
import IlkModels
package import IlkVerdictConsole
import IlkStore
import IlkVocabulary

/// Retrains the model with the corrections of the log.
package struct RetrainCommand<Edition: ProgramEdition>: AsyncParsableCommand, DescribedCommand,
    OutputArguments
{
    package static var help: CommandText {
        CommandText(
            "retrain",
            abstract: "Fine-tune a model from corrections and promote it if it is better.",
            discussion: """
                The model learns from human corrections, not from its own predictions. Texts without a \
                correction have little or no weight.

                The new model is compared with the active one on the audit sample (texts that were picked \
                at random for correction), on corrections that neither model has learned, and on the \
                regression set. If no gain is expected, the new model is kept as a candidate, and the exit \
                status is 1. Before the training, the active version is compared with earlier versions on \
                the corrections since its promotion. If an earlier version is better, the command rolls \
                back to it.

                --from calls trains a model of call emotions. --from debug trains a model of event levels. \
                --from mail trains a model of mail folders or tags; with --label category it learns the \
                corrections of 'ilk mail correct'. --from usage trains a model of the tags and corrections \
                of phrases.

                For a multi-label taxonomy, --texts trains a new model from the given texts and all \
                corrections.

                With --half-life 90d, the weight of a correction halves for every 90 days since its text \
                was logged. The option applies to this retraining only.

                --without-author ignores the corrections of an author or source (human, api, import) in this \
                and later retrainings. --with-author includes the author or source again.
                """,
            examples: [
                "Log a text": "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite",
                "Correct its label": "ilk log correct -1 message --log-file mine.sqlite",
                "Preview the changes": "ilk retrain --dry-run --log-file mine.sqlite",
                "Retrain the model": "ilk retrain --log-file mine.sqlite",
                "Add a call with an emotion": "ilk calls add Sarah happy 'what a lovely day'",
                "Train the emotions": "ilk retrain --from calls",
                "Create two folders of mail":
                    #"for i in 1 2 3; do for f in work home; do printf "From a@x.org Fri Mar  1 10:00:0$i 2024\nFrom: a@x.org\nMessage-ID: <$f$i@x>\nSubject: about $f\n\nsome $f text $i\n\n" >> $f.mbox; done; done"#,
                "Import them": "ilk mail import work.mbox home.mbox --mail-file mail.sqlite --quiet",
                "Train a model of the folders":
                    "ilk retrain --from mail --label folder --mail-file mail.sqlite -o folders.ilk",
            ])
    }

    @Option("The store with the corrections.", value: "store")
    var from: RetrainingSource = .log

    @Option("More labeled texts to learn (not for mail). Repeatable.", value: "file", completion: .file())
    var texts: [String] = []

    @Option(help: "The taxonomy of the model. (default: the store's, or doctype)")
    var taxonomy: TaxonomyName?

    @OptionGroup var input: LabeledInputOptions
    @OptionGroup var stores: Edition.Retraining
    @OptionGroup var logging: LogFileOptions

    @Flag(name: [.customShort("n"), .long], help: "Train and report, but write nothing.")
    var dryRun = false

    @Flag(help: "Learn from the whole log again, not only new entries.")
    var full = false

    @Option("Ignore the corrections of this author. Repeatable.", value: "name")
    var withoutAuthor: [String] = []

    @Option("Learn from this author again. Repeatable.", value: "name")
    var withAuthor: [String] = []

    @Option(
        "Age at which the weight of a correction halves: 90d.", value: "time",
        form: "an age of a second or more, such as 90d")
    var halfLife: LogTimeArgument?

    @OptionGroup var parallelism: JobOptions
    @OptionGroup package var output: OutputOptions<ResultFormat>

    package init() {}

    package func validate() throws {
        if withoutAuthor.contains("") {
            throw ValidationError.invalid(
                "--without-author", "", expected: "the name of an author or a source")
        }
        if let both = withoutAuthor.first(where: withAuthor.contains) {
            throw ValidationError("--without-author and --with-author cannot have the same author '\(both)'.")
        }
        if let halfLife, !(halfLife.age.map { $0 >= 1 } ?? false) {
            throw ValidationError.invalid(
                "--half-life", halfLife, expected: "an age of a second or more, such as 90d")
        }
        let isOfLog =
            full || halfLife != nil || !withoutAuthor.isEmpty || !withAuthor.isEmpty || logging.logFile != nil
        if from != .log && isOfLog {
            throw ValidationError(
                "--full, --half-life, --log-file, --without-author and --with-author require '--from log'.")
        }
        if from == .calls || from == .debug, taxonomy != nil {
            throw ValidationError("--taxonomy requires '--from log', '--from mail' or '--from usage'.")
        }
        try stores.validate(from: from)
        if texts.isEmpty && input.isGiven {
            throw ValidationError("--input-format, --on-error and the options for fields require --texts.")
        }
        if from == .mail, !texts.isEmpty {
            throw ValidationError("--texts cannot be combined with '--from mail'.")
        }
    }

    private var options: RetrainingOptions {
        var options = RetrainingOptions()
        options.promotes = !dryRun
        options.recounts = full
        options.excluded = withoutAuthor
        options.readmitted = withAuthor
        options.halfLife = halfLife?.age
        options.threads = parallelism.threads
        return options
    }

    package func run() async throws {
        let console = Console.standard(display)
        guard from == .log else {
            let training = StoreRetrainingRun(
                files: texts, input: input.settings, taxonomy: taxonomy, promotes: !dryRun, format: format,
                console: console)
            return try await stores.retrain(from: from, training)
        }
        let chosen = try taxonomy?.labelSet(console.folders).taxonomy
        let store = try LogStoreAccess.open(
            logging.logFile, of: chosen, folders: console.folders,
            access: dryRun ? .readOnly : .readWrite)
        let learning = LogRetraining(
            options: options, taxonomy: chosen, logFile: logging.logFile, files: texts,
            input: input.settings, format: format, now: Date(), console: console)
        try await learning.run(store)
        try store.close()
    }
}

/// A retraining from the corrections of a log.
struct LogRetraining {
    var options: RetrainingOptions
    /// The expected taxonomy of the log, or `nil` for any.
    var taxonomy: Taxonomy?
    /// The path of the log in hints, or `nil` for the default log of the taxonomy.
    var logFile: String?
    /// The files of training texts of a multi-label set.
    var files: [String] = []
    /// The format of the files, and the handling of invalid texts.
    var input = LabeledInputSettings()
    var format: ResultFormat
    var now: Date
    var console: Console

    /// Trains and measures the model, and writes the report.
    ///
    /// - Throws: `badConfiguration` if the taxonomy of the log is unknown or not the expected one;
    ///   `checkFailed` without a message if the new model is worse and was not promoted.
    func run(_ store: ClassificationLogStore) async throws {
        guard let own = try LabelSetCatalog(folders: console.folders).set(with: store.taxonomy),
            taxonomy == nil || taxonomy?.name == own.name
        else {
            let wanted = taxonomy.map { "of \($0.name)" } ?? "of a known taxonomy"
            throw CommandError(
                .badConfiguration, "the labels of the log are not those \(wanted)", at: store.location.path,
                hint: try labelHint(store.taxonomy.categories))
        }
        try await noteUnknownAuthors(store)
        if own.isMultilabel, !files.isEmpty { return try await train(own, store) }
        guard files.isEmpty else {
            throw CommandError(
                .usage,
                "--texts requires '--from calls', '--from debug', '--from usage', or a multi-label taxonomy",
                hint: "train from texts with: ilk train FILE --name \(own.name)")
        }
        let assembly = PipelineAssembly(taxonomy: own.taxonomy, folders: console.folders)
        let base = try? assembly.loadModel()  // The retraining reports the error.
        if let warning = base?.tokenizerWarning { console.note("warning: \(warning)") }
        var retraining = Retraining(
            store: store, taxonomy: own.taxonomy, labels: own, folders: console.folders, now: now)
        retraining.logFile = logFile
        let report = try await retraining.run(options)
        try console.write(report, as: format) { console.wrapped(report.lines) }
        if report.isRefused { throw CommandError(.checkFailed, "") }
    }

    /// Returns advice on a log whose labels are not those of the expected taxonomy. For example, the taxonomy
    /// was removed, and another one was created with its name.
    private func labelHint(_ labels: [IlkVocabulary.Category]) throws -> String {
        let known = try taxonomy.flatMap { try LabelSetCatalog(folders: console.folders).existing($0.name) }
        let missing = labels.filter { known?.includes([$0]) == false }.map(\.rawValue)
        guard let set = known, !missing.isEmpty, !LabelSet.shipped.contains(where: { $0.name == set.name })
        else {
            return "the labels of the log: " + labels.map(\.rawValue).joined(separator: ", ")
        }
        let added = missing.count > 3 ? "LABEL" : missing.map(ShellText.word).joined(separator: " ")
        return "\(set.name) lacks labels of the log: \(Suggestion.list(missing)); retire or merge unwanted "
            + "labels after you add them with: ilk taxonomy edit \(set.name) --add \(added)"
    }

    /// Prints a note for each excluded author without a correction in the log.
    private func noteUnknownAuthors(_ store: ClassificationLogStore) async throws {
        guard !options.excluded.isEmpty else { return }
        let names = try await store.correctionAuthors() + CorrectionSource.allCases.map(\.rawValue)
        for name in options.excluded where !names.contains(name) {
            let hint = Suggestion.hint(for: name, among: names).map { "; \($0)" } ?? ""
            console.note("the log has no corrections by \(name)\(hint)")
        }
    }

    /// Trains the model of a multi-label set from files and the corrections of its log.
    private func train(_ set: LabelSet, _ store: ClassificationLogStore) async throws {
        guard !options.recounts, options.halfLife == nil else {
            throw CommandError(
                .usage, "--texts cannot be combined with \(options.recounts ? "--full" : "--half-life")")
        }
        if options.promotes { try await store.ignore(options.excluded, readmitting: options.readmitted) }
        let excluded = Set(try await store.leftOut() + options.excluded).subtracting(options.readmitted)
        try await StoreRetrainingRun(
            files: files, input: input, taxonomy: TaxonomyName(set.name), promotes: options.promotes,
            format: format, console: console
        ).run(
            StoreRetraining(from: store, as: .log(set), folders: console.folders, now: now),
            of: set, without: excluded.sorted())
    }
}

/// The source of training texts, a value of `--from`.
package enum RetrainingSource: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The classification log and its corrections.
    case log
    /// Calls with a human label for the emotional state.
    case calls
    /// Mail with its folders.
    case mail
    /// Debug events with the severity that their senders gave.
    case debug
    /// Usage phrases with their tags.
    case usage
}

/// A retraining from the labeled records of a store.
package struct StoreRetrainingRun {
    /// The files of further labeled texts, besides the records of the store.
    package let files: [String]
    /// The format of the files, and the handling of invalid texts.
    package let input: LabeledInputSettings
    /// The taxonomy, or `nil` for the store's default taxonomy.
    package let taxonomy: TaxonomyName?
    /// `true` to save and promote the model.
    package let promotes: Bool
    package let format: ResultFormat
    package let console: Console

    /// Trains and measures the model, and writes the report.
    ///
    /// - Throws: `checkFailed` if the new model is worse and was not promoted, `partlyDone` if texts were
    ///   skipped. Both have no message.
    package func run(_ retraining: StoreRetraining) async throws {
        try taxonomy?.labelSet(console.folders).requireOneLabel(for: "ilk retrain --from")
        try await run(retraining, of: nil, without: [])
    }

    /// Trains and measures the model of a log or of another store.
    ///
    /// - Parameters:
    ///   - set: The label set of a log, or `nil` for another store. Merged labels of the texts are replaced,
    ///     and texts with retired labels are ignored.
    ///   - excluded: The authors and sources whose corrections are ignored.
    fileprivate func run(
        _ retraining: StoreRetraining, of set: LabelSet?, without excluded: [String]
    ) async throws {
        let texts =
            files.isEmpty
            ? LabeledInput()
            : try LabeledInput.read(
                files, settings: input, labels: set == nil ? .one : .any, console: console)
        var start = texts.texts
        let ignored = try set.map { try ModelRegistration.relabel(&start, by: $0) } ?? 0
        if ignored > 0 { console.note(RegistrationPhrases.ignored(ignored)) }
        let report = try await retraining.run(
            beginningWith: start, without: excluded, promotes: promotes
        ) { try console.checkStop() }
        try console.write(report, as: format) { console.wrapped(report.lines) }
        if report.isRefused { throw CommandError(.checkFailed, "") }
        if texts.skippedLines > 0 { throw CommandError(.partlyDone, "") }
    }
}

extension Console {
    /// Returns the wrapped lines of a report. If a line begins with a name in a column of 10 characters, its
    /// continuation lines are indented by 10. A command at the end of a line is not split.
    fileprivate func wrapped(_ lines: [String]) -> String {
        lines.map { line in
            let indent = line.prefix(10).hasSuffix("  ") ? String(repeating: " ", count: 10) : ""
            let text = VisibleText.oneLine(line)
            let command = text.ranges(of: ": ilk ").last.map { text.index($0.lowerBound, offsetBy: 2) }
            let end = command ?? text.endIndex
            let space = "\u{A0}"
            return WrappedText.lines(
                String(text[..<end] + text[end...].replacing(" ", with: space)), indent: indent,
                columns: explanationWidth
            ).replacing(space, with: " ")
        }.joined()
    }
}
