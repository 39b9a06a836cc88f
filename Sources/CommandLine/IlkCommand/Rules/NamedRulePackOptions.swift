import ArgumentParser
import Ilk

/// Which rule packs a command is about whose arguments are something else.
struct NamedRulePackOptions: ParsableArguments {
    @Option(
        name: .customLong("rules"),
        help: ArgumentHelp(
            "A folder or file of rule packs. May be given again. (default: as for ilk rules test)",
            valueName: "path"),
        completion: .directory)
    var packs: [String] = []

    @OptionGroup var scope: RuleScopeOptions

    /// The rules that the options name.
    ///
    /// - Throws: `IlkError` when one cannot be read.
    func read(_ folders: IlkFolders) throws -> PackSources { try scope.read(packs, folders) }
}
