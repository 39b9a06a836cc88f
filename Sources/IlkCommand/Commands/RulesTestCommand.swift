import ArgumentParser

/// Runs the examples of rules.
struct RulesTestCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run each rule on the examples that it must and must not match."
    )

    static let examples = [CommandExample("The built-in rules", "ilk rules test")]

    @OptionGroup var rules: RulePackOptions

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() throws {
        try PackTest(format: format, console: .standard(display)).run(
            PackSources.read(rules))
    }
}
