import IlkConsole
import IlkRuleTools
import IlkRules
import IlkText
import IlkVocabulary

/// Runs the examples of rules and tells which ones came out otherwise than they should.
struct PackTest {
    /// How that is told.
    var format: OutputFormat
    /// Where.
    var console: Console
    /// Whose examples are run; empty for all.
    var globs: [RuleGlob] = []

    private struct Place: Encodable {
        var matcher: String
        var spans: [TextSpan]
        var gaveUp: String?
    }

    private struct Row: Encodable {
        var rule: String
        var kind: String
        var index: Int
        var file: String
        var line: Int
        var column: Int
        var ruleLine: Int
        var passed: Bool
        var improved: Bool
        var excepted: Bool
        var outcome: String
        var condition: String?
        var clauses: [ClauseRow]
        var places: [Place]
        var text: String

        init(_ result: RuleTestResult) {
            rule = result.ruleID
            kind = result.example.kind.rawValue
            index = result.example.index
            file = result.file
            line = result.example.line
            column = result.example.column
            ruleLine = result.ruleLine
            passed = result.passed
            improved = result.isImproved
            excepted = result.isExcepted
            outcome = result.outcome.rawValue
            condition = result.condition
            clauses = result.clauses.map(ClauseRow.init)
            places = result.places.map { Place(matcher: $0.name, spans: $0.spans, gaveUp: $0.limit) }
            text = result.example.text
        }
    }

    private struct Outcome: Encodable {
        var passed: Int
        var failed: Int
        var improved: Int
        var gaveUp: Int
        var results: [Row]
    }

    /// Runs the examples and tells.
    ///
    /// - Throws: `badConfiguration` with all problems when the packs do not compile; `usage` when no rule is meant;
    ///   `negative`, without words, when an example failed.
    func run(_ packs: PackSources) throws {
        try packs.refuseCompiled("compiled rules have no examples", do: "test")
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "no example was run")
        try globs.check(among: ruleSet.rules.map(\.id))
        let results = RuleTester(ruleSet).run(
            isWanted: { globs.isEmpty || globs.admit($0) }, analyze: try Self.analysis(for: ruleSet))
        let failures = results.filter { !$0.passed }
        let improved = results.filter(\.isImproved)
        switch format {
        case .text:
            let text = PackTestText(console)
            console.output.append((failures + improved).map(text.rendered).joined())
            console.output.append(text.summary(results))
        case .json:
            try console.write(
                json: Outcome(
                    passed: results.count - failures.count, failed: failures.count, improved: improved.count,
                    gaveUp: results.count { $0.outcome == .gaveUp }, results: results.map(Row.init)))
        case .ndjson: for result in results { try console.write(json: Row(result), isPretty: false) }
        }
        try console.output.flush()
        if !failures.isEmpty { throw CommandFailure(.negative, "") }
    }

    /// Takes texts apart as a pipeline with these rules does: no more is measured than they ask for.
    private static func analysis(for ruleSet: RuleSet) throws -> (String, inout AnalyzedText) -> Void {
        let analyzer = try TextAnalyzer(measuring: ruleSet.featureLevel)
        return { analyzer.analyze($0, into: &$1) }
    }
}
