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
    /// - Parameters:
    ///   - paths: Folders and files; empty for ``usualFolder`` where it is there, else what is built in.
    ///   - model: A model whose categories the rules are for, or nil for the document types.
    /// - Throws: `IlkError` when one cannot be read.
    static func read(_ paths: [String], model: String?) throws -> PackSources {
        let taxonomy = try model.map { try MappedModel.load($0).taxonomy } ?? .documentType
        var paths = paths
        if paths.isEmpty {
            var isFolder = false
            let isThere = FileManager.default.fileExists(atPath: usualFolder, isDirectory: &isFolder)
            guard isThere, isFolder else {
                return PackSources(
                    sources: BuiltIn.ruleSources(), taxonomy: .documentType, name: "the built-in rules")
            }
            paths = [usualFolder]
        }
        var sources: [RuleSource] = []
        var names: Set<String> = []
        for source in try paths.flatMap({ try RuleFiles.read($0) }) where names.insert(source.name).inserted {
            sources.append(source)
        }
        return PackSources(sources: sources, taxonomy: taxonomy, name: paths.joined(separator: ", "))
    }
}
