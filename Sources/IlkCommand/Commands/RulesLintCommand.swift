import ArgumentParser

/// Looks for faults in rule packs.
struct RulesLintCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Look for faults in rule packs, all of them in one go."
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
