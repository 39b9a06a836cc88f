import IlkRules
import IlkText

/// Runs the examples of rules and tells which ones came out otherwise than they should.
struct PackTest {
    /// How that is told.
    var format: OutputFormat
    /// Where.
    var console: Console

    private struct Row: Encodable {
        var rule: String
        var kind: String
        var index: Int
        var file: String
        var line: Int
        var passed: Bool
        var improved: Bool
        var excepted: Bool
        var outcome: String
        var clauses: [String]
        var text: String

        init(_ result: RuleTestResult) {
            rule = result.ruleID
            kind = result.example.kind.rawValue
            index = result.example.index
            file = result.file
            line = result.example.line
            passed = result.passed
            improved = result.isImproved
            excepted = result.isExcepted
            outcome = result.outcome.rawValue
            clauses = result.clauses.map(\.description)
            text = result.example.text
        }
    }

    private struct Outcome: Encodable {
        var passed: Int
        var failed: Int
        var improved: Int
        var results: [Row]
    }

    /// Runs the examples and tells.
    ///
    /// - Throws: `badConfiguration` with all problems when the packs do not compile; `negative`, without words, when an
    ///   example failed.
    func run(_ packs: PackSources) throws {
        let results = RuleTester(try packs.ruleSet(telling: console, otherwise: "no example was run")).run(
            analyze: try Self.analysis())
        let failures = results.filter { !$0.passed }
        let improved = results.filter(\.isImproved)
        switch format {
        case .text:
            console.output.append((failures + improved).map(text).joined())
            console.output.append(summary(results, failures.count, improved.count))
        case .json:
            try console.write(
                json: Outcome(
                    passed: results.count - failures.count, failed: failures.count, improved: improved.count,
                    results: results.map(Row.init)))
        case .ndjson: for result in results { try console.write(json: Row(result), isPretty: false) }
        }
        try console.output.flush()
        if !failures.isEmpty { throw CommandFailure(.negative, "") }
    }

    private static func analysis() throws -> (String, inout TextAnalysis) -> Void {
        let analyzer = try TextAnalyzer()
        return { analyzer.analyze($0, into: &$1) }
    }

    /// The rule, the example, and what happened, clause by clause.
    private func text(_ result: RuleTestResult) -> String {
        let mark = result.passed ? console.style.paint("BETTER", .good) : console.style.paint("FAILED", .bad)
        let example = result.example
        let said = VisibleText.oneLine(String(example.text.prefix(4 * console.columns)))
        var text =
            "\(mark)  \(console.style.paint(result.ruleID, .strong))  \(example.kind.rawValue) \(example.index + 1)"
        text += "  \(VisibleText.oneLine(result.file)):\(example.line):\(example.column)\n"
        text += "    \(DisplayWidth.truncated(said, to: max(20, console.columns - 4)))\n"
        switch result.outcome {
        case .fired: text += "    it fired, because:\n"
        case .silent: text += "    it did not fire, because:\n"
        case .gaveUp: text += "    it gave up at its limit of time or stack\n"
        }
        text += result.clauses.map { "        \(VisibleText.oneLine($0.description))\n" }.joined()
        return text + "\n"
    }

    private func summary(_ results: [RuleTestResult], _ failed: Int, _ improved: Int) -> String {
        let excepted = results.count(where: \.isExcepted)
        let line =
            "\(results.count - failed) passed, \(failed) failed"
            + (excepted == 0 ? "" : ", \(excepted) otherwise by an exception")
        let better =
            improved == 0
            ? "" : "; \(improved) known to be wrong came out right: move them to match or reject"
        return console.style.paint(line, failed == 0 ? .good : .bad) + better + "\n"
    }
}
