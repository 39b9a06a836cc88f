import ArgumentParser

/// Runs the examples of rules.
struct RulesTestCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run each rule on the examples that it must and must not match."
    )

    static let examples = [CommandExample("The built-in rules", "ilk rules test")]

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
        try PackTest(format: format, console: .standard(display)).run(PackSources.read(packs, model: model))
    }
}
