import IlkModels
import IlkVerdictConsole
import IlkStore
import ArgumentParser
import Ilk
import IlkConsole
import IlkLearning
import IlkRules
import IlkVocabulary

/// Compares the verdicts of two rule sets.
struct RulesDiffCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "diff",
        abstract: "Compare the verdicts of two rule sets on the same texts.",
        discussion: """
            Shows each verdict that changes, with the rules that cause the change. OLD and NEW are folders \
            or files of rules, or 'built-in'. The first path is OLD. All other paths together are NEW, \
            for example packs and an override file. A rule in a later path replaces the rule with the same \
            id in an earlier path. \
            With --on-top, OLD and NEW are each added to the active rules. The exit status is 1 if a \
            verdict changes.
            """,
        after: [.rule(in: "old.yaml")],
        examples: [
            "Lower its weight": "sed 's/weight: 3/weight: 0.3/' old.yaml > new.yaml",
            "Create a labeled text":
                #"printf '{"text":"Thanks for the fish","label":"email"}\n' > texts.jsonl"#,
            "Compare the verdicts":
                "ilk rules diff old.yaml new.yaml --corpus texts.jsonl --classifier rules || true",
            "Log a text":
                "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite",
            "Compare the verdicts on the log":
                "ilk rules diff built-in built-in old.yaml --log --log-file mine.sqlite",
        ])

    @Argument(help: "The old rules.", completion: .directory)
    var old: String

    @Argument(help: "The new rules; later paths replace rules of earlier paths.", completion: .directory)
    var new: [String]

    @Option(
        "Texts with optional labels: files, folders, or - for stdin.", value: "file",
        completion: .file())
    var corpus: [String] = []

    @Flag(help: "Use the logged texts, with their corrections as labels.")
    var log = false

    @OptionGroup var logging: LogFileOptions

    @OptionGroup var scope: RuleScopeOptions

    @Option(help: "Classify with rules and model (fused), or rules alone.")
    var classifier: RuleClassifierChoice = .fused

    @Option("The minimum probability for a prediction.", value: "0 to 1", form: "a number from 0 to 1")
    var threshold = 0.5

    @OptionGroup var parallelism: JobOptions
    @OptionGroup var textInput: LabeledInputOptions

    @Option(help: "The output format; ndjson has one change per line.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if classifier == .rules && scope.model != nil {
            throw ValidationError("'--classifier rules' uses no model. Remove --model.")
        }
        if corpus.isEmpty && !log {
            throw ValidationError("specify texts with --corpus, or the log with --log.")
        }
        if !corpus.isEmpty && log { throw ValidationError("--corpus and --log cannot be combined.") }
        if !(0...1).contains(threshold) {
            throw ValidationError.invalid("--threshold", threshold, expected: "a number from 0 to 1")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        try scope.requireOneLabel(for: "ilk rules diff", console.folders)
        let settings = RuleComparison.Settings(
            old: old, new: new, onTop: scope.onTop,
            taxonomy: try scope.taxonomy?.labelSet(console.folders).taxonomy ?? .documentType,
            model: classifier == .rules ? nil : try scope.assembly(console.folders), threshold: threshold,
            threads: parallelism.threads, format: format)
        let comparison = try RuleComparison(settings, console: console)
        let input: ReplayedInput
        if log {
            let store = try LogStoreAccess.open(
                logging.logFile, of: settings.taxonomy, folders: console.folders, access: .readOnly)
            input = try await ReplayedInput(log: store, console: console)
            try store.close()
        } else {
            input = try ReplayedInput(corpus, settings: textInput.settings, console: console)
        }
        try comparison.run(input)
    }
}

/// A comparison of two rule sets that reports the changed verdicts.
struct RuleComparison {
    /// The rule sets and the classifier.
    struct Settings {
        /// The old rules: a folder, a file, or `built-in`.
        var old: String
        /// The paths of the new rules. Later paths override earlier ones.
        var new: [String]
        /// `true` to add both rule sets to the active rules.
        var onTop = false
        /// The taxonomy to use if no model determines the taxonomy.
        var taxonomy = Taxonomy.documentType
        /// The model that complements the rules, or `nil` for the rules alone.
        var model: PipelineAssembly?
        /// The minimum probability of a prediction.
        var threshold = 0.5
        /// The maximum number of threads.
        var threads = 1
        var format = OutputFormat.text
    }

    private let settings: Settings
    private let replay: VerdictReplay
    private let console: Console

    /// Loads the rules and the model.
    ///
    /// - Throws: `IlkError` if a file cannot be read, or `badConfiguration` if the rules and the model are
    ///   incompatible.
    init(_ settings: Settings, console: Console) throws {
        let model = try settings.model?.loadModel()
        let taxonomy = model?.taxonomy ?? settings.taxonomy
        func rules(_ names: [String]) throws -> RuleSet {
            try RulePackSources.stack(
                names, taxonomy: taxonomy, onTop: settings.onTop, folders: console.folders
            ).ruleSet(telling: console, otherwise: "nothing was replayed")
        }
        replay = VerdictReplay(
            from: try rules([settings.old]), to: try rules(settings.new), beside: model,
            threshold: settings.threshold)
        self.settings = settings
        self.console = console
    }

    /// Classifies the texts with the old and the new rules, and reports the changed verdicts.
    ///
    /// - Throws: `checkFailed` without a message if a verdict changes, or `partlyDone` if lines were skipped.
    func run(_ input: ReplayedInput) throws {
        guard !input.texts.isEmpty else { throw input.noTexts(to: "replay") }
        let start = MonotonicClock.nanoseconds()
        var progress = ProgressLine("texts", total: input.texts.count, on: console)
        defer { progress.erase() }
        let names = (settings.old, settings.new.joined(separator: " + "))
        let threads = settings.threads
        let outcome = try RuleReplayOutcome(of: replay, named: names, on: input.texts, threads: threads) {
            try progress.show($0)
        }
        progress.erase()
        let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
        try tell(outcome)
        console.note(
            "\(DecimalText.counted(input.texts.count, "text")) replayed in \(DecimalText.fixed(seconds, 1)) s"
        )
        if input.skippedLines > 0 { throw CommandError(.partlyDone, "") }
        if !outcome.flips.isEmpty { throw CommandError(.checkFailed, "") }
    }

    private func tell(_ outcome: RuleReplayOutcome) throws {
        switch settings.format {
        case .text:
            let text = ReplayText(outcome: outcome, console: console)
            for flip in outcome.flips {
                console.output.append(text.text(flip))
                try console.output.endRecord()
            }
            console.output.append(text.summary)
        case .json:
            try console.write(json: outcome.fields)
        case .ndjson:
            for flip in outcome.flips { try console.write(json: outcome.fields(flip), isPretty: false) }
            try console.write(json: ["summary": outcome.summary], isPretty: false)
        }
        try console.output.flush()
    }
}
