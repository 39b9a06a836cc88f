import IlkConsole
import ArgumentParser
import IlkRuleTools
import IlkRules

/// Says what each rule does with a text, and what it costs.
struct RulesTraceCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract:
            "Say what each rule does with a text: which clause holds where, which does not, and what it costs.",
        discussion: """
            Rules that the text has nothing for are never looked at; they are left out unless --all or --rule asks for \
            them. Costs are the least of several rounds; an automaton that several expressions share is on the bill of \
            the first that asks.
            """
    )

    static let examples = [
        CommandExample(
            "What the rules see", "printf 'Dear Ms Hale,\\nthe invoice is attached.' | ilk rules trace"),
        CommandExample(
            "One rule, whatever it does", "echo 'lol no' | ilk rules trace --rule 'email.dear*'"),
    ]

    @Argument(
        help: "The file with the text; - is standard input, and so is naming none.", completion: .file())
    var file: String = "-"

    @OptionGroup var packs: NamedRulePackOptions

    @Option(
        help: ArgumentHelp(
            "Only rules of this id; * stands for anything. May be given again.", valueName: "glob"))
    var rule: [RuleGlob] = []

    @Flag(help: "Rules that were never looked at too.")
    var all = false

    @Option(help: ArgumentHelp("How much of the text is read.", valueName: "size"))
    var maxText = ByteCount(1 << 20)

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        try RuleTraceRun(
            globs: rule, showsAll: all || !rule.isEmpty, maxText: maxText.bytes, format: format,
            console: console
        ).run(packs.read(console.folders), on: file == "-" ? .standardInput : .path(file))
    }
}
