import ArgumentParser

/// Looks for faults in rule packs.
struct RulesLintCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Look for faults in rule packs, all of them in one go."
    )

    static let examples = [CommandExample("The built-in rules", "ilk rules lint")]

    @Argument(help: "Folders or files of rule packs. (default: the built-in ones)", completion: .directory)
    var packs: [String] = []

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions
}
