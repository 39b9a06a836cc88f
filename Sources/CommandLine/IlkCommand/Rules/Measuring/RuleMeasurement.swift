import IlkConsole
import IlkLearning
import IlkRuleTools
import IlkRules

/// Measures rules on labelled texts and tells what each does.
struct RuleMeasurement {
    /// Below this probability the rules do not decide.
    var threshold: Double
    /// How many pairs of rules are shown to people.
    var pairs: Int
    /// How it is told.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// Measures and tells.
    ///
    /// - Throws: `badConfiguration` when the packs do not compile, `badInput` when there is nothing to measure on;
    ///   `partlyDone`, without words, when lines were left out.
    func run(_ packs: PackSources, _ corpus: CorpusInput) throws {
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing was measured")
        let texts = try corpus.texts(of: ruleSet.taxonomy)
        var progress = ProgressLine("texts", total: 2 * texts.count, on: console)
        defer { progress.erase() }
        let table = try RuleHitTable.of(ruleSet, on: texts) { try progress.show($0) }
        let costs = try RuleCosts.of(ruleSet, on: texts, clock: MonotonicClock.nanoseconds) {
            try progress.show(texts.count + $0)
        }
        progress.erase()
        try tell(RuleStatistics(of: table, rules: ruleSet, costs: costs, threshold: threshold), packs.name)
        if corpus.skippedLines > 0 { throw CommandFailure(.partlyDone, "") }
    }

    private func tell(_ statistics: RuleStatistics, _ name: String) throws {
        switch format {
        case .text:
            console.output.append(
                StatisticsText(style: console.style, columns: console.room, pairs: pairs).text(
                    statistics, of: name))
        case .json: try console.write(json: statistics)
        case .ndjson: for rule in statistics.rules { try console.write(json: rule, isPretty: false) }
        }
        try console.output.flush()
    }
}
