import Ilk
import IlkRuleTools
import IlkRules
import ArgumentParser
import IlkConsole
import IlkFiles
import IlkLearning
import IlkVerdictConsole
import IlkVocabulary

/// Measures each rule on labeled texts.
struct RulesStatsCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "stats",
        abstract: "Measure each rule on labeled texts.",
        discussion: """
            Shows the precision, recall and cost of each rule; weights that do not fit the texts; rules that \
            match the same texts or contradict each other; rules that match nothing; and the predictions of \
            the rules alone.
            """,
        examples: [
            "Create three labeled texts":
                #"printf '{"text":"lol ok","label":"message"}\n{"text":"Dear Ana,\\nthe pump is back.\\nRegards, Piet","label":"email"}\n{"text":"int x = 1;","label":"code"}\n' > texts.jsonl"#,
            "Measure the built-in rules on them": "ilk rules stats --corpus texts.jsonl",
            "Print all figures as JSON": "ilk rules stats --corpus texts.jsonl --format json",
        ])

    @OptionGroup var rules: RulePackOptions

    @OptionGroup var corpus: CorpusOptions

    @Option("The minimum probability for a prediction.", value: "0 to 1", form: "a number from 0 to 1")
    var threshold = 0.5

    @Option(count: "The maximum number of pairs of rules to report.", from: 0)
    var pairs = 10

    @Option(help: "The output format; ndjson has one rule per line.")
    var format: OutputFormat = .text

    @OptionGroup var parallelism: JobOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if corpus.corpus.isEmpty { throw ValidationError("specify labeled texts with --corpus.") }
        if !(0...1).contains(threshold) {
            throw ValidationError.invalid("--threshold", threshold, expected: "a number from 0 to 1")
        }
    }

    func run() throws {
        let console = Console.standard(display)
        try rules.scope.requireOneLabel(for: "ilk rules stats", console.folders)
        try RuleMeasurement(
            threshold: threshold, pairs: pairs, format: format, threads: parallelism.threads,
            console: console
        ).run(rules.read(console.folders), corpus.read(console))
    }
}

/// A measurement of rules on labeled texts.
struct RuleMeasurement {
    /// The minimum probability of a prediction by the rules alone.
    var threshold: Double
    /// The maximum number of pairs of rules in each table of the text report.
    var pairs: Int
    var format: OutputFormat
    /// The maximum number of threads.
    var threads = 1
    var console: Console

    /// Measures the rules and writes the report.
    ///
    /// - Throws: `badConfiguration` if the packs do not compile, `badInput` if there are no texts,
    ///   or `partlyDone` without a message if lines were skipped.
    func run(_ packs: RulePackSources, _ corpus: LabeledInput) throws {
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing was measured")
        let texts = try corpus.known(to: ruleSet.taxonomy, by: "the rules", telling: console)
        var progress = ProgressLine("texts", total: 2 * texts.count, on: console)
        defer { progress.erase() }
        let table = try RuleHitTable.of(ruleSet, on: texts, threads: threads) { try progress.show($0) }
        var costs = RuleCosts(ruleCount: ruleSet.rules.count)
        try OrderedBatches.forEachBlock(of: texts.count, threads: threads) {
            let meter = try RuleCostMeter(ruleSet, clock: MonotonicClock.nanoseconds)
            return { block in
                for text in texts[block] { meter.measure(text.text) }
                return meter.reset()
            }
        } receive: { block, measured in
            costs.merge(measured)
            try progress.show(texts.count + block.upperBound)
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
