import IlkConsole
import ArgumentParser

/// Looks for faults in rule packs.
struct RulesLintCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Look for faults in rule packs, all of them in one go.",
        discussion: """
            Each problem is told with its code, its place, carets and what to do about it; docs/rules.md lists the codes. \
            Ends with 1 when one of them is an error, with 0 when all are warnings.
            """
    )

    static let examples = [CommandExample("The built-in rules", "ilk rules lint")]

    @OptionGroup var rules: RulePackOptions

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        try PackLint(format: format, console: console).run(rules.read(console.folders))
    }
}
