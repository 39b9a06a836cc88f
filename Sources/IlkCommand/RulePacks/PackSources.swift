import FoundationEssentials
import Ilk
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// The rule files that a command is about.
struct PackSources {
    /// The files, each once.
    var sources: [RuleSource]
    /// What they decide among.
    var taxonomy: Taxonomy
    /// Where they come from, for people.
    var name: String

    /// The folder that is taken when none is named and it is there.
    static let usualFolder = "rules"

    /// Reads them.
    ///
    /// - Parameter options: Folders and files; none for ``usualFolder`` where it is there, else what is built in.
    /// - Throws: `IlkError` when one cannot be read.
    static func read(_ options: RulePackOptions) throws -> PackSources {
        let taxonomy =
            try options.model.map { try MappedModel.load($0).taxonomy }
            ?? (options.taxonomy ?? .doctype).taxonomy
        var paths = options.packs
        if paths.isEmpty {
            guard let folder = usualFolder(of: taxonomy) else {
                return PackSources(
                    sources: BuiltIn.ruleSources(for: taxonomy), taxonomy: taxonomy,
                    name: "the built-in rules")
            }
            paths = [folder]
        }
        var sources: [RuleSource] = []
        var names: Set<String> = []
        for source in try paths.flatMap({ try RuleFiles.read($0) }) where names.insert(source.name).inserted {
            sources.append(source)
        }
        return PackSources(sources: sources, taxonomy: taxonomy, name: paths.joined(separator: ", "))
    }

    /// ``usualFolder`` where it is there; the taxonomy's folder in it when there are such of other taxonomies beside.
    private static func usualFolder(of taxonomy: Taxonomy) -> String? {
        let named = Set(Taxonomy.shipped.map(\.name)).filter { isFolder(usualFolder + "/" + $0) }
        if named.subtracting([taxonomy.name]).isEmpty { return isFolder(usualFolder) ? usualFolder : nil }
        return named.contains(taxonomy.name) ? usualFolder + "/" + taxonomy.name : nil
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }
}
