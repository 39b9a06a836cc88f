import IlkRuleTools
import IlkRules
import ArgumentParser
import IlkConsole
import IlkLearning

/// Measures each rule on labeled texts.
struct RulesStatsCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "stats",
        abstract: "Measure each rule on labelled texts: hits, precision, recall, overlap, cost.",
        discussion: """
            Shows what each rule is right on and what it takes, weights that the texts contradict, rules that hold \
            together or against each other, rules that never held, and what the rules alone decide.
            """,
        examples: [
            "Three labelled texts":
                #"printf '{"text":"lol ok","label":"message"}\n{"text":"Dear Ana,\\nthe pump is back.\\nRegards, Piet","label":"email"}\n{"text":"int x = 1;","label":"code"}\n' > texts.jsonl"#,
            "The built-in rules on them": "ilk rules stats --corpus texts.jsonl",
            "All of it, for a program": "ilk rules stats --corpus texts.jsonl --format json",
        ])

    @OptionGroup var rules: RulePackOptions

    @OptionGroup var corpus: CorpusOptions

    @Option("Below this probability the rules do not decide.", value: "0 to 1")
    var threshold = 0.5

    @Option(count: "How many pairs of rules are shown.", from: 0)
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
            rules.read(console.folders), corpus.read(console))
    }
}

/// A measurement of rules on labeled texts.
struct RuleMeasurement {
    /// The minimum probability of a prediction by the rules alone.
    var threshold: Double
    /// The maximum number of pairs of rules in the text report.
    var pairs: Int
    var format: OutputFormat
    var console: Console

    /// Measures the rules and writes the report.
    ///
    /// - Throws: `badConfiguration` if the packs do not compile, `badInput` if there are no texts;
    ///   `partlyDone` without a message if lines were skipped.
    func run(_ packs: PackSources, _ corpus: LabeledInput) throws {
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing was measured")
        let texts = try corpus.known(to: ruleSet.taxonomy, by: "the rules", telling: console)
        var progress = ProgressLine("texts", total: 2 * texts.count, on: console)
        defer { progress.erase() }
        let table = try RuleHitTable.of(ruleSet, on: texts) { try progress.show($0) }
        let costs = try RuleCosts.measure(ruleSet, on: texts, clock: MonotonicClock.nanoseconds) {
            try progress.show(texts.count + $0)
        }
        progress.erase()
        try tell(RuleStatistics(of: table, rules: ruleSet, costs: costs, threshold: threshold), packs.name)
        if corpus.skippedLines > 0 { throw CommandError(.partlyDone, "") }
    }

    private func tell(_ statistics: RuleStatistics, _ name: String) throws {
        try console.write(statistics, lines: statistics.rules, as: format) {
            StatisticsText(console: console, pairs: pairs).text(statistics, of: name)
        }
    }
}
