import IlkFiles
import ArgumentParser
import Ilk
import IlkConsole
import IlkModels
import IlkVerdictConsole
import IlkVocabulary

/// The options of all rule commands. They select the taxonomy, and `--on-top` adds the packs to the active
/// rules.
struct RuleScopeOptions: ParsableArguments {
    @Option("Allow the labels of this model in the rules.", value: "file", completion: .file())
    var model: String?

    @Option(
        help: "The set of labels. (default: the model's, or doctype)")
    var taxonomy: TaxonomyName?

    @Flag(help: "Add the rules to the active ones, replacing equal ids.")
    var onTop = false

    func validate() throws {
        if model != nil && taxonomy != nil {
            throw ValidationError("--model determines the taxonomy: remove --taxonomy.")
        }
    }

    /// Returns the pipeline that `--model` or `--taxonomy` selects.
    ///
    /// - Throws: `IlkError` if the taxonomy is unknown.
    func assembly(_ folders: IlkFolders) throws(IlkError) -> PipelineAssembly {
        var assembly = PipelineAssembly(folders: folders)
        if let model { assembly.model = .file(model) }
        assembly.taxonomy = try taxonomy?.labelSet(folders).taxonomy
        return assembly
    }

    /// Rejects a multi-label taxonomy for a command that requires one label for each text.
    ///
    /// - Parameters:
    ///   - command: The command, for the message.
    ///   - folders: The user's folders.
    /// - Throws: `badConfiguration` if a text can have several labels, `IlkError` if the taxonomy is unknown.
    func requireOneLabel(for command: String, _ folders: IlkFolders) throws {
        try taxonomy?.labelSet(folders).requireOneLabel(for: command)
        if model != nil, try assembly(folders).loadModel()?.taxonomy.isMultilabel ?? false {
            throw CommandError(
                .badConfiguration,
                "\(command) requires one label for each text, but the model is multi-label",
                hint: "choose a model with one label for each text")
        }
    }

    /// Reads the rules at the paths for the selected taxonomy. With `--on-top`, the rules are added to the
    /// active rules.
    ///
    /// - Throws: `IlkError` if a file cannot be read.
    func read(_ paths: [String], _ folders: IlkFolders) throws -> RulePackSources {
        let labels =
            try model.map { try MappedModel.load($0).taxonomy } ?? taxonomy?.labelSet(folders).taxonomy
            ?? .documentType
        return try RulePackSources.read(paths, taxonomy: labels, onTop: onTop, folders: folders)
    }
}

/// The rule packs as values of `--rules`, for commands whose arguments have another meaning.
struct NamedRulePackOptions: ParsableArguments {
    @Option(
        name: .customLong("rules"),
        "A folder or file of rule packs. Repeatable.", value: "path",
        completion: .directory)
    var packs: [String] = []

    @OptionGroup var scope: RuleScopeOptions

    /// Reads the rules that the options name.
    ///
    /// - Throws: `IlkError` if a file cannot be read.
    func read(_ folders: IlkFolders) throws -> RulePackSources { try scope.read(packs, folders) }
}

/// The rule packs as the arguments of a command.
struct RulePackOptions: ParsableArguments {
    @Argument(
        help: "Rule packs. (default: folder 'rules', or the built-in rules)",
        completion: .directory)
    var packs: [String] = []

    @OptionGroup var scope: RuleScopeOptions

    /// Reads the rules that the arguments name.
    ///
    /// - Throws: `IlkError` if a file cannot be read.
    func read(_ folders: IlkFolders) throws -> RulePackSources { try scope.read(packs, folders) }
}
