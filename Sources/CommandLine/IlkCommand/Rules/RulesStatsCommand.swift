import IlkConsole
import ArgumentParser

/// Says what each rule does on labelled texts.
struct RulesStatsCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Measure each rule on labelled texts: hits, precision, recall, overlap, cost.",
        discussion: """
            Shows what each rule is right on and what it takes, weights that the texts contradict, rules that hold \
            together or against each other, rules that never held, and what the rules alone decide.
            """
    )

    static let examples = [
        CommandExample(
            "Three labelled texts",
            #"printf '{"text":"lol ok","label":"message"}\n{"text":"Dear Ana,\\nthe pump is back.\\nRegards, Piet","label":"email"}\n{"text":"int x = 1;","label":"code"}\n' > texts.jsonl"#
        ),
        CommandExample("The built-in rules on them", "ilk rules stats --corpus texts.jsonl"),
        CommandExample("All of it, for a program", "ilk rules stats --corpus texts.jsonl --format json"),
    ]

    @OptionGroup var rules: RulePackOptions

    @OptionGroup var corpus: CorpusOptions

    @Option(help: ArgumentHelp("Below this probability the rules do not decide.", valueName: "0 to 1"))
    var threshold = 0.5

    @Option(
        help: ArgumentHelp("How many pairs of rules are shown.", valueName: "count"),
        transform: CountArgument.fromZero)
    var pairs = 10

    @Option(help: "The shape of the output; with ndjson a rule a line.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if corpus.corpus.isEmpty { throw ValidationError("name labelled texts with --corpus.") }
        if !(0...1).contains(threshold) {
            throw ValidationError("--threshold takes a number from 0 to 1.")
        }
    }

    func run() throws {
        let console = Console.standard(display)
        try RuleMeasurement(threshold: threshold, pairs: pairs, format: format, console: console).run(
            rules.read(console.folders), CorpusInput(corpus, console: console))
    }
}
