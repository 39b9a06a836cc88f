import IlkConsole
import ArgumentParser
import IlkStore

/// Compares two rule sets by the verdicts that they make.
struct RulesDiffCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Replay texts with two rule sets and show each verdict that flips, and why.",
        discussion: """
            OLD and NEW are folders or files of rules, or built-in. Several names behind OLD are the layers of NEW, the \
            later ones on top, as packs and the override file that tunes them. With --on-top both sides are on top of \
            the rules that are there without naming any. Ends with 0 when no verdict flips, with 1 when one does.
            """
    )

    static let examples = [
        CommandExample(
            "A rule",
            #"printf 'version: 1\npack: own\ntaxonomy: doctype\nsays: Mine.\nrules:\n"#
                + #"  - id: own.thanks\n    says: Thanks\n    label: email\n    weight: 3\n"#
                + #"    match: { thanks: { words: [thanks] } }\n' > old.yaml"#),
        CommandExample("The same, less sure of itself", "sed 's/weight: 3/weight: 0.3/' old.yaml > new.yaml"),
        CommandExample(
            "A labelled text", #"printf '{"text":"Thanks for the fish","label":"email"}\n' > texts.jsonl"#),
        CommandExample(
            "What changes", "ilk rules diff old.yaml new.yaml --corpus texts.jsonl --classifier rules || true"
        ),
        CommandExample(
            "What was classified before",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample(
            "What changes there", "ilk rules diff built-in built-in old.yaml --log --log-file mine.sqlite"),
    ]

    @Argument(help: "The rules before.", completion: .directory)
    var old: String

    @Argument(help: "The rules now.", completion: .directory)
    var new: [String]

    @Option(
        help: ArgumentHelp(
            "Lines of JSON with text and perhaps label. May be repeated; - is standard input.",
            valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var corpus: [String] = []

    @Flag(help: "Replay the classification log; what people corrected counts as right.")
    var log = false

    @OptionGroup var logging: LogFileOptions

    @OptionGroup var scope: RuleScopeOptions

    @Option(help: "Whether verdicts are made by rules and model, or by the rules alone.")
    var classifier: RuleClassifierChoice = .fused

    @Option(help: ArgumentHelp("Below this probability no category is claimed.", valueName: "0 to 1"))
    var threshold = 0.5

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("How many threads work. (default: as many as the machine has)", valueName: "count")
    )
    var jobs: Int?

    @Option(help: "What to do about a line that cannot be read.")
    var onError: LabelledFaultPolicy = .stop

    @Option(help: "The shape of the output; with ndjson a flip a line, and the summary last.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if classifier == .rules && scope.model != nil {
            throw ValidationError("--classifier rules uses no model: leave out --model.")
        }
        if corpus.isEmpty && !log {
            throw ValidationError("name texts with --corpus, or the log with --log.")
        }
        if !corpus.isEmpty && log { throw ValidationError("--corpus and --log exclude each other.") }
        if !(0...1).contains(threshold) {
            throw ValidationError("--threshold takes a number from 0 to 1.")
        }
        if let jobs, !(1...256).contains(jobs) {
            throw ValidationError("--jobs takes a number from 1 to 256.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let settings = RuleComparison.Settings(
            old: old, new: new, onTop: scope.onTop, taxonomy: (scope.taxonomy ?? .doctype).taxonomy,
            model: classifier == .rules ? nil : scope.assembly(console.folders), threshold: threshold,
            jobs: jobs, format: format)
        let comparison = try RuleComparison(settings, console: console)
        let input: ReplayedInput
        if log {
            let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
            input = try await ReplayedInput(log: store, console: console)
            try store.close()
        } else {
            input = try ReplayedInput(corpus, policy: onError, console: console)
        }
        try await comparison.run(input)
    }
}
