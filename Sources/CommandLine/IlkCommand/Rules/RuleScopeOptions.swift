import IlkConsole
import ArgumentParser
import Ilk
import IlkVocabulary

/// What rules decide among, and what they are on top of: what all commands about rules ask alike.
struct RuleScopeOptions: ParsableArguments {
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
