import IlkConsole
import IlkRuleTools
import IlkRules

/// Tells all problems of rule files.
struct PackLint {
    /// How they are told.
    var format: OutputFormat
    /// Where.
    var console: Console

    private struct Problem: Encodable {
        var code: String
        var severity: String
        var file: String
        var line: Int
        var column: Int
        var message: String
        var hint: String?

        init(_ diagnostic: RuleDiagnostic) {
            code = diagnostic.code.rawValue
            severity = diagnostic.severity.rawValue
            file = diagnostic.file
            line = diagnostic.line
            column = diagnostic.column
            message = diagnostic.message
            hint = diagnostic.hint
        }
    }

    private struct Outcome: Encodable {
        var files: Int
        var rules: Int
        var errors: Int
        var warnings: Int
        var problems: [Problem]
    }

    /// Reads the packs and tells.
    ///
    /// - Throws: `negative`, without words, when a problem is an error.
    func run(_ packs: PackSources) throws {
        try packs.refuseCompiled(
            "compiled rules have been linted, and do not say how they were written", do: "lint")
        let result = RuleLint.load(layers: packs.layers, taxonomy: packs.taxonomy)
        switch format {
        case .text: console.output.append(text(result, packs))
        case .json:
            try console.write(
                json: Outcome(
                    files: packs.sources.count, rules: result.ruleSet?.rules.count ?? 0,
                    errors: Self.count(.error, result), warnings: Self.count(.warning, result),
                    problems: result.diagnostics.map(Problem.init)))
        case .ndjson:
            for diagnostic in result.diagnostics {
                try console.write(json: Problem(diagnostic), isPretty: false)
            }
        }
        try console.output.flush()
        packs.noteMissing(result.diagnostics, telling: console)
        if result.hasErrors { throw CommandFailure(.negative, "") }
    }

    private func text(_ result: RuleLoadResult, _ packs: PackSources) -> String {
        var text = ProblemText(console).text(result.diagnostics)
        let rules = result.ruleSet.map { ", \(DecimalText.counted($0.rules.count, "rule"))" } ?? ""
        let errors = Self.count(.error, result)
        let summary =
            "\(packs.name): \(DecimalText.counted(packs.sources.count, "file"))\(rules), "
            + "\(DecimalText.counted(errors, "error")), \(DecimalText.counted(Self.count(.warning, result), "warning"))"
        text += console.style.paint(
            FlowingText.lines(VisibleText.oneLine(summary), indent: "    ", columns: console.room),
            errors == 0 ? .good : .bad)
        return text
    }

    private static func count(_ severity: RuleDiagnostic.Severity, _ result: RuleLoadResult) -> Int {
        result.diagnostics.count { $0.severity == severity }
    }
}
