import Ilk
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
    func run(_ packs: RulePackSources) throws {
        try packs.rejectCompiled(
            "compiled rules do not contain the source of the packs", do: "lint")
        let result = packs.load(console.folders)
        let summary = result.fields(files: packs.sources.count)
        try console.write(summary, lines: result.diagnostics.map(\.fields), as: format) {
            text(result, packs)
        }
        packs.noteMissing(result.diagnostics, telling: console)
        if result.hasErrors { throw CommandError(.checkFailed, "") }
    }

    private func text(_ result: RuleLoadResult, _ packs: RulePackSources) -> String {
        var text = ProblemText(console: console).text(result.diagnostics)
        let rules = result.ruleSet.map { ", \(DecimalText.counted($0.rules.count, "rule"))" } ?? ""
        let errors = result.count(.error)
        let summary =
            "\(packs.name): \(DecimalText.counted(packs.sources.count, "file"))\(rules), "
            + "\(DecimalText.counted(errors, "error")), \(DecimalText.counted(result.count(.warning), "warning"))"
        text += console.style.paint(
            WrappedText.lines(VisibleText.oneLine(summary), indent: "    ", columns: console.room),
            errors == 0 ? .good : .bad)
        return text
    }
}
