import IlkRuleTools
import ArgumentParser
import IlkConsole
import IlkRules
import IlkVocabulary

/// Checks rule packs.
struct RulesLintCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "lint",
        abstract: "Check rule packs and report all problems.",
        discussion: """
            Each problem has a code, a location with carets (^) below the text, and a hint. \
            docs/reference/rules.md lists the codes. The exit status is 1 if there is an error, and 0 if \
            there are only warnings.
            """,
        examples: [
            "Check the built-in rules": "ilk rules lint"
        ])

    @OptionGroup var rules: RulePackOptions

    @OptionGroup var output: OutputOptions<OutputFormat>

    func run() throws {
        let console = Console.standard(output.display)
        try PackLint(format: output.format, console: console).run(rules.read(console.folders))
    }
}

/// A check of rule packs that reports all problems.
struct PackLint {
    var format: OutputFormat
    var console: Console

    /// Checks the packs and writes the problems.
    ///
    /// - Throws: `checkFailed` without a message if a problem is an error.
    func run(_ packs: PackSources) throws {
        try packs.rejectCompiled(
            "compiled rules do not contain the source of the packs", do: "lint")
        let result = RuleLint.load(layers: packs.layers, taxonomy: packs.taxonomy)
        let problems = result.diagnostics.map { problem -> JSONObject in
            [
                "code": problem.code.rawValue, "severity": problem.severity.rawValue, "file": problem.file,
                "line": problem.line, "column": problem.column, "message": problem.message,
                "hint": problem.hint,
            ]
        }
        let summary: JSONObject = [
            "files": packs.sources.count, "rules": result.ruleSet?.rules.count ?? 0,
            "errors": Self.count(.error, result), "warnings": Self.count(.warning, result),
            "problems": problems,
        ]
        try console.write(summary, lines: problems, as: format) { text(result, packs) }
        packs.noteMissing(result.diagnostics, telling: console)
        if result.hasErrors { throw CommandError(.checkFailed, "") }
    }

    private func text(_ result: RuleLoadResult, _ packs: PackSources) -> String {
        var text = ProblemText(console: console).text(result.diagnostics)
        let rules = result.ruleSet.map { ", \(DecimalText.counted($0.rules.count, "rule"))" } ?? ""
        let errors = Self.count(.error, result)
        let summary =
            "\(packs.name): \(DecimalText.counted(packs.sources.count, "file"))\(rules), "
            + "\(DecimalText.counted(errors, "error")), \(DecimalText.counted(Self.count(.warning, result), "warning"))"
        text += console.style.paint(
            WrappedText.lines(VisibleText.oneLine(summary), indent: "    ", columns: console.room),
            errors == 0 ? .good : .bad)
        return text
    }

    private static func count(_ severity: RuleDiagnostic.Severity, _ result: RuleLoadResult) -> Int {
        result.diagnostics.count { $0.severity == severity }
    }
}
