import ArgumentParser
import Ilk

/// Which rule packs a command is about.
struct RulePackOptions: ParsableArguments {
    @Argument(
        help:
            "Folders or files of rule packs. (default: rules, where there is such a folder, else the built-in ones)",
        completion: .directory)
    var packs: [String] = []

    @Option(
        help: ArgumentHelp("The rules are for the categories of this model.", valueName: "file"),
        completion: .file())
    var model: String?

    @Option(
        help: """
            What the rules decide among: doctype, emotion, severity or spam. Without packs the built-in ones of it. \
            (default: doctype, or what the model is for)
            """)
    var taxonomy: TaxonomyChoice?

    @Flag(
        help: """
            Put them on top of the rules that are there without them (built-in, the machine's, the user's), each \
            in a layer of its own.
            """)
    var onTop = false

    func validate() throws {
        if model != nil && taxonomy != nil {
            throw ValidationError("--model says what is decided among: leave out --taxonomy.")
        }
    }

    /// The rule files that the options name.
    ///
    /// - Throws: `IlkError` when one cannot be read.
    func read(_ folders: IlkFolders) throws -> PackSources {
        try PackSources.read(
            packs, taxonomy: PackSources.taxonomy(model: model, taxonomy), onTopOf: onTop ? folders : nil)
    }
}
