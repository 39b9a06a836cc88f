import Ilk
import IlkVerdictConsole
import IlkRuleTools
import IlkVocabulary
import ArgumentParser
import IlkConsole
import IlkRules
import IlkText

/// Runs the examples of rules.
struct RulesTestCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "test",
        abstract: "Run the examples of rules.",
        discussion: """
            All examples are run. Each failure is shown with carets (^): below the matches in the text, and \
            below the clauses of the condition that determined the result. If an example is \
            marked as a known false positive or false negative but now gives the right result, this is \
            reported and does not count as a failure. The exit status is 1 if an example fails.
            """,
        examples: [
            "Test the built-in rules": "ilk rules test",
            "Test some of them": "ilk rules test --rule 'email.*'",
        ])

    @OptionGroup var rules: RulePackOptions

    @Option("Only rules with this id; * is a wildcard. Repeatable.", value: "glob")
    var rule: [RuleGlob] = []

    @OptionGroup var output: OutputOptions<OutputFormat>

    func run() throws {
        let console = Console.standard(output.display)
        try PackTest(format: output.format, console: console, globs: rule).run(rules.read(console.folders))
    }
}

/// Runs the examples of rules and reports the failures.
struct PackTest {
    var format: OutputFormat
    var console: Console
    /// The patterns of the rules to test; empty for all.
    var globs: [RuleGlob] = []

    /// Runs the examples and writes the report.
    ///
    /// - Throws: `badConfiguration` with all problems if the packs do not compile; `usage` if a pattern
    ///   matches no rule; `checkFailed` without a message if an example failed.
    func run(_ packs: RulePackSources) throws {
        try packs.rejectCompiled("compiled rules have no examples", do: "test")
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "no example was run")
        try globs.check(among: ruleSet.rules.map(\.id))
        // Computes only the features that the rules need, like a pipeline.
        let analyzer = try TextAnalyzer(measuring: ruleSet.featureLevel)
        let results = RuleTester(ruleSet).run(
            isWanted: { globs.isEmpty || globs.admit($0) }, analyze: { analyzer.analyze($0, into: &$1) })
        let failures = results.filter { !$0.passed }
        let improved = results.filter(\.isImproved)
        try console.write(results.summary, lines: results.map(\.fields), as: format) {
            let text = PackTestText(console: console)
            return (failures + improved).map(text.rendered).joined() + text.summary(results)
        }
        if !failures.isEmpty { throw CommandError(.checkFailed, "") }
    }
}

/// Results of examples as human-readable text, with carets.
struct PackTestText {
    let console: Console

    /// Returns the report on a failed example, or on a known error that the rules no longer make.
    func rendered(_ result: RuleTestResult) -> String {
        let example = result.example
        let mark = result.passed ? console.style.paint("BETTER", .good) : console.style.paint("FAILED", .bad)
        let carets = CaretText(console)
        var text =
            "\(mark)  \(console.style.paint(result.ruleID, .strong))  \(example.kind.rawValue) \(example.index + 1)"
        let file = VisibleText.oneLine(result.file)
        text += "  \(file):\(example.line):\(example.column)\n"
        text +=
            "    \(Self.verdict(result))"
            + console.style.paint("  (the rule: \(file):\(result.ruleLine))", .faint)
            + "\n\n"
        text += carets.numbered(example.text, marks(result), indent: "    ") + "\n"
        let bytes = Array(example.text.utf8)
        let marks = ClauseMarks(places: TextLocations(bytes: bytes, lines: TextLocations.lines(of: bytes)))
        text += marks.rendered(result.clauses, of: result.condition, carets, indent: "    ")
        return text + "\n"
    }

    /// Returns the expected and the actual outcome.
    private static func verdict(_ result: RuleTestResult) -> String {
        if result.outcome == .stepLimitReached {
            return "an expression reached its step limit: the result is unknown"
        }
        return switch result.example.kind {
        case .match: "must match, but does not"
        case .reject: "must not match, but does"
        case .knownMiss: "a known false negative now matches: move it to 'match'"
        case .knownFalse: "a known false positive no longer matches: move it to 'reject'"
        }
    }

    /// Returns a mark for each span that a matcher found.
    private func marks(_ result: RuleTestResult) -> [CaretText.Mark] {
        result.matches.flatMap { place in
            place.spans.map { CaretText.Mark(range: $0.range, name: place.name, tone: .doubtful) }
        }
    }

    /// Returns the counts of the outcomes.
    func summary(_ results: [RuleTestResult]) -> String {
        let failed = results.count { !$0.passed }
        let improved = results.count(where: \.isImproved)
        let limited = results.count { $0.outcome == .stepLimitReached }
        var line = console.style.paint(
            "\(results.count - failed) passed, \(failed) failed", failed == 0 ? .good : .bad)
        let excepted = results.count(where: \.isChangedByException)
        if excepted > 0 { line += ", \(excepted) changed by an exception" }
        if limited > 0 { line += ", \(limited) at a step limit" }
        if improved > 0 {
            line +=
                "; \(DecimalText.counted(improved, "known error")) fixed: move such examples to match or reject"
        }
        return line + "\n"
    }
}
