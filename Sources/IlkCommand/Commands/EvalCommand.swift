import ArgumentParser

/// Measures a classifier on labelled texts.
struct EvalCommand: AsyncParsableCommand, ExemplifiedCommand {
    /// By what the figures are broken down: what `--group-by` takes.
    enum Grouping: String, CaseIterable, Sendable, ExpressibleByArgument {
        /// The sources of the texts.
        case source
        /// The number of words in a text.
        case length
    }

    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Measure a classifier on labelled texts: accuracy, F1, and what is taken for what."
    )

    static let examples = [
        CommandExample(
            "The built-in model on two lines",
            #"printf '{"text":"lol","label":"message"}\n{"text":"x = 1;","label":"code"}\n' > test.jsonl"#
        ),
        CommandExample("", "ilk eval test.jsonl"),
        CommandExample("For a program", "ilk eval test.jsonl --format json"),
    ]

    @Argument(help: "Files of labelled lines; - is standard input.", completion: .file(extensions: ["jsonl"]))
    var files: [String]

    @OptionGroup var deciding: ClassifierOptions

    @Option(help: "By what to break the figures down.")
    var groupBy: Grouping?

    @Option(help: ArgumentHelp("End with status 1 when macro-F1 is below this, 0 to 1.", valueName: "f1"))
    var minF1: Double?

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @Option(help: "What to do about a line that cannot be read; emit is no choice here.")
    var onError: FaultPolicy = .stop

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if onError == .emit { throw ValidationError("--on-error takes skip or stop here.") }
        if format == .ndjson { throw ValidationError("--format takes text or json here.") }
        if let minF1, !(0...1).contains(minF1) {
            throw ValidationError("--min-f1 takes a number from 0 to 1.")
        }
    }
}
