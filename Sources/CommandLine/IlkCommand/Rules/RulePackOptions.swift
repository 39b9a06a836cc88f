import ArgumentParser
import Ilk

/// Which rule packs a command is about.
struct RulePackOptions: ParsableArguments {
    @Argument(
        help:
            "Folders or files of rule packs. (default: rules, where there is such a folder, else the built-in ones)",
        completion: .directory)
    var packs: [String] = []

    @OptionGroup var scope: RuleScopeOptions

    /// The rules that the options name.
    ///
    /// - Throws: `IlkError` when one cannot be read.
    func read(_ folders: IlkFolders) throws -> PackSources { try scope.read(packs, folders) }
}
