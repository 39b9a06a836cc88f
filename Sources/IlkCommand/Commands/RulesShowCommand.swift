import ArgumentParser

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

    @Option(
        name: .customLong("rules"),
        help: ArgumentHelp(
            "A folder or file of rule packs. May be given again. (default: as for ilk rules test)",
            valueName: "path"),
        completion: .directory)
    var packs: [String] = []

    @Option(
        help: ArgumentHelp("The rules are for the categories of this model.", valueName: "file"),
        completion: .file())
    var model: String?

    @Option(
        help: """
            What the rules decide among: doctype, emotion, severity or spam. (default: doctype, or what the model is \
            for)
            """)
    var taxonomy: TaxonomyChoice?

    @Flag(
        help:
            "With the rules that are there without naming any: built-in, the machine's, the user's, changes and all."
    )
    var onTop = false

    @Flag(help: "Whole rules, however many there are.")
    var full = false

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if model != nil && taxonomy != nil {
            throw ValidationError("--model says what is decided among: leave out --taxonomy.")
        }
    }

    func run() throws {
        let console = Console.standard(display)
        let packs = try PackSources.read(
            packs, taxonomy: PackSources.taxonomy(model: model, taxonomy),
            onTopOf: onTop ? console.folders : nil)
        try RuleShow(globs: rules, isFull: full, format: format, console: console).run(packs)
    }
}
