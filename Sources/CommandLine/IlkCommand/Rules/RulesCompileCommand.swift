import IlkConsole
import ArgumentParser

/// Compiles rule packs into one file.
struct RulesCompileCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile",
        abstract: "Check rule packs and write them as one file that loads at once.",
        discussion: """
            The file holds what the rules take to run, for this version of ilk: one that compiles rules otherwise \
            refuses it. Examples are left out. The same packs make the same file, byte for byte.
            """
    )

    static let examples = [
        CommandExample("The built-in rules as a file", "ilk rules compile -o mine.ilkrules"),
        CommandExample("Use it", "echo 'y = 2;' | ilk classify --rules mine.ilkrules"),
    ]

    @OptionGroup var rules: RulePackOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The output file of compiled rules.", valueName: OutputFile.valueName),
        completion: .file(extensions: ["ilkrules"]))
    var output: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        try PackCompilation(output: output, replacing: replacing, console: console)
            .run(rules.read(console.folders))
    }
}
