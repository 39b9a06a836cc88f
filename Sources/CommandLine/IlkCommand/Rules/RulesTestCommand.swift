import IlkConsole
import ArgumentParser
import IlkRules

/// Runs the examples of rules.
struct RulesTestCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run each rule on the examples that it must and must not match.",
        discussion: """
            All examples are run, whatever fails. Each failure is shown with carets: where in the text the matchers were \
            found, and which clause of the condition came out wrong. Known misses and known false hits that have come \
            right are told, and are no failure. Ends with 1 when an example failed.
            """
    )

    static let examples = [
        CommandExample("The built-in rules", "ilk rules test"),
        CommandExample("Some of them", "ilk rules test --rule 'email.*'"),
    ]

    @OptionGroup var rules: RulePackOptions

    @Option(
        help: ArgumentHelp(
            "Only rules of this id; * stands for anything. May be given again.", valueName: "glob"))
    var rule: [RuleGlob] = []

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        try PackTest(format: format, console: console, globs: rule).run(rules.read(console.folders))
    }
}
