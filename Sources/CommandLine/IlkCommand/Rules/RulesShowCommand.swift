import IlkConsole
import ArgumentParser
import IlkRules

/// Lists rules, or shows all there is to one.
struct RulesShowCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List rules; of a rule named by its id, show all there is to it."
    )

    static let examples = [
        CommandExample("All rules", "ilk rules show"),
        CommandExample("Those about mail", "ilk rules show 'email.*'"),
        CommandExample("What the engine makes of one", "ilk rules show message.dialog"),
    ]

    @Argument(help: "Rules by id; * stands for anything. An id without * shows the whole rule.")
    var rules: [RuleGlob] = []

    @OptionGroup var packs: NamedRulePackOptions

    @Flag(help: "Whole rules, however many there are.")
    var full = false

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        try RuleShow(globs: rules, isFull: full, format: format, console: console)
            .run(packs.read(console.folders))
    }
}
