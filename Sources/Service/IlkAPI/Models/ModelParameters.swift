import Ilk
import IlkFiles
import IlkHTTP
import IlkLearning
import IlkVocabulary

/// The parameters of routes of models.
enum ModelParameters {
    static let taxonomy = Parameter(
        .path, .init("taxonomy", .string(1...100), isRequired: true, "The name of the taxonomy."))
    static let version = Parameter(
        .path,
        .init(
            "version", .string(1...64), isRequired: true,
            "The number of a version, 'active', 'built-in', or the first digits of a digest."))

    /// Returns the problem that the user has no taxonomy with a name. The detail suggests a similar taxonomy
    /// and lists the taxonomies.
    static func unknownTaxonomy(_ name: String, _ folders: IlkFolders) -> Problem {
        let names = (try? LabelSetCatalog(folders: folders).names()) ?? []  // The request fails anyway.
        let hint = Suggestion.hint(for: name, among: names, listing: "the taxonomies are")
        return Problem(.noSuchTaxonomy, "there is no taxonomy '\(name)'; \(hint)")
    }

    /// Returns the model registry of the taxonomy in the path.
    ///
    /// - Throws: ``Problem`` `no-such-taxonomy` if the user has no such taxonomy.
    static func registry(_ call: APICall, _ folders: IlkFolders) throws -> ModelRegistry {
        let name = call.value(taxonomy.name)?.string ?? ""
        guard let registry = try LabelSetCatalog(folders: folders).registry(name) else {
            throw unknownTaxonomy(name, folders)
        }
        return registry
    }

    /// Returns the model registry of the taxonomy in the path, and the version that the path names.
    ///
    /// - Throws: ``Problem`` `no-such-taxonomy`; `RegistryError` for an unknown version.
    static func version(
        _ call: APICall, _ folders: IlkFolders
    ) throws -> (registry: ModelRegistry, version: String) {
        let registry = try registry(call, folders)
        return (registry, try registry.find(call.value(version.name)?.string ?? ""))
    }

    /// The problems of routes that name a version.
    static let problems: [ProblemType] = [.noSuchTaxonomy, .noSuchVersion, .conflict]
}
