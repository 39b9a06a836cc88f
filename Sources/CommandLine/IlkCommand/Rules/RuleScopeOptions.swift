import IlkFiles
import ArgumentParser
import Ilk
import IlkConsole
import IlkVocabulary

/// What rules decide among, and what they are on top of: what all commands about rules ask alike.
struct RuleScopeOptions: ParsableArguments {
    @Option("The rules are for the categories of this model.", value: "file", completion: .file())
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

    /// The assembly of the model that the rules are beside.
    func assembly(_ folders: IlkFolders) -> PipelineAssembly {
        var assembly = PipelineAssembly(folders: folders)
        if let model { assembly.model = .file(model) }
        assembly.taxonomy = taxonomy?.taxonomy
        return assembly
    }

    /// The rules that paths name, of the taxonomy and on top of what the options say.
    ///
    /// - Throws: `IlkError` when one cannot be read.
    func read(_ paths: [String], _ folders: IlkFolders) throws -> PackSources {
        try PackSources.read(
            paths, taxonomy: PackSources.taxonomy(model: model, taxonomy), onTop: onTop, folders: folders)
    }
}

/// Which rule packs a command is about whose arguments are something else.
struct NamedRulePackOptions: ParsableArguments {
    @Option(
        name: .customLong("rules"),
        "A folder or file of rule packs. May be given again. (default: as for ilk rules test)", value: "path",
        completion: .directory)
    var packs: [String] = []

    @OptionGroup var scope: RuleScopeOptions

    /// The rules that the options name.
    ///
    /// - Throws: `IlkError` when one cannot be read.
    func read(_ folders: IlkFolders) throws -> PackSources { try scope.read(packs, folders) }
}

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
