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

    @Flag(
        help: """
            Put them on top of the rules that are there without them (built-in, the machine's, the user's), each \
            in a layer of its own.
            """)
    var onTop = false

    /// The rule files that the options name.
    ///
    /// - Throws: `IlkError` when one cannot be read.
    func read(_ folders: IlkFolders) throws -> PackSources {
        try PackSources.read(packs, model: model, onTopOf: onTop ? folders : nil)
    }
}
