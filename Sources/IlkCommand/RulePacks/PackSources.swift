import FoundationEssentials
import Ilk
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// The rule files that a command is about.
struct PackSources {
    /// The files, layer by layer, the lowest first.
    var layers: [RuleLayer]
    /// What they decide among.
    var taxonomy: Taxonomy
    /// Where they come from, for people.
    var name: String

    /// The files of all layers.
    var sources: [RuleSource] { layers.flatMap(\.sources) }
    /// Whether rules may be in layers that are not at hand.
    var isAlone: Bool { layers.count < 2 }

    /// Files of one layer.
    init(sources: [RuleSource], taxonomy: Taxonomy, name: String) {
        self.init(layers: [RuleLayer(name: name, sources: sources)], taxonomy: taxonomy, name: name)
    }

    /// Files of these layers.
    init(layers: [RuleLayer], taxonomy: Taxonomy, name: String) {
        self.layers = layers
        self.taxonomy = taxonomy
        self.name = name
    }

    /// The folder that is taken when none is named and it is there.
    static let usualFolder = "rules"

    /// What rules decide among: what a model does, or what was chosen.
    ///
    /// - Throws: `IlkError` when the model cannot be read.
    static func taxonomy(model: String?, _ chosen: TaxonomyChoice?) throws -> Taxonomy {
        try model.map { try MappedModel.load($0).taxonomy } ?? (chosen ?? .doctype).taxonomy
    }

    /// Reads them.
    ///
    /// - Parameters:
    ///   - paths: Folders and files; none for ``usualFolder`` where it is there, else what is built in.
    ///   - taxonomy: What the rules decide among.
    ///   - folders: Where the layers are that they are on top of; nil for files of one layer.
    /// - Throws: `IlkError` when one cannot be read.
    static func read(
        _ paths: [String], taxonomy: Taxonomy, onTopOf folders: IlkFolders? = nil
    ) throws -> PackSources {
        if let folders { return try layered(paths, taxonomy, folders) }
        var paths = paths
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

    private static func layered(
        _ paths: [String], _ taxonomy: Taxonomy, _ folders: IlkFolders
    ) throws -> PackSources {
        var assembly = PipelineAssembly(folders: folders)
        assembly.rules.layers += paths.map { .files($0) }
        let layers = try assembly.ruleLayers(taxonomy: taxonomy)
        return PackSources(
            layers: layers, taxonomy: assembly.ruleTaxonomy(for: taxonomy),
            name: layers.map(\.name).joined(separator: ", "))
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
