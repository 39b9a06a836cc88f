import ArgumentParser

/// Looks for faults in rule packs.
struct RulesLintCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Look for faults in rule packs, all of them in one go."
    )

    static let examples = [CommandExample("The built-in rules", "ilk rules lint")]

    @Argument(
        help:
            "Folders or files of rule packs. (default: rules, where there is such a folder, else the built-in ones)",
        completion: .directory)
    var packs: [String] = []

    @Option(
        help: ArgumentHelp("The rules are for the categories of this model.", valueName: "file"),
        completion: .file())
    var model: String?

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() throws {
        try PackLint(format: format, console: .standard(display)).run(PackSources.read(packs, model: model))
    }
}
