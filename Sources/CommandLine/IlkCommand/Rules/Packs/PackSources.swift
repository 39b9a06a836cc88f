import IlkFiles
import IlkModels
import IlkConsole
import FoundationEssentials
import Ilk
import IlkRules
import IlkVocabulary

/// The rule files that a command is about.
struct PackSources {
    /// The files, layer by layer, the lowest first; none of compiled rules.
    var layers: [RuleLayer]
    /// The rules, where a file of compiled ones is named.
    var compiled: RuleSet?
    /// What they decide among.
    var taxonomy: Taxonomy
    /// Where they come from, for people.
    var name: String

    /// The files of all layers.
    var sources: [RuleSource] { layers.flatMap(\.sources) }
    /// Whether rules may be in layers that are not at hand.
    var isAlone: Bool { layers.count < 2 }

    /// The folder that is taken when none is named and it is there.
    static let usualFolder = "rules"
    /// What stands for the rules in the program where layers are named.
    static let builtIn = "built-in"

    /// The names of the files that were read.
    var files: [String] { compiled == nil ? sources.map(\.name) : [name] }

    /// What rules decide among: what a model does, or what was chosen.
    ///
    /// - Throws: `IlkError` when the model cannot be read.
    static func taxonomy(model: String?, _ chosen: TaxonomyChoice?) throws -> Taxonomy {
        try model.map { try MappedModel.load($0).taxonomy } ?? (chosen ?? .doctype).taxonomy
    }

    /// Reads rules that count as one layer, or are put on the layers that are there.
    ///
    /// - Parameters:
    ///   - paths: Folders and files; none for ``usualFolder`` where it is there, else what is built in.
    ///   - taxonomy: What the rules decide among.
    ///   - onTop: Whether each is a layer of its own, on top of the standing ones.
    ///   - folders: Where those are.
    /// - Throws: `IlkError` when one cannot be read.
    static func read(
        _ paths: [String], taxonomy: Taxonomy, onTop: Bool, folders: IlkFolders
    ) throws -> PackSources {
        if onTop || paths.contains(where: { $0.hasSuffix(RuleFiles.compiledSuffix) }) {
            return try stack(paths, taxonomy: taxonomy, onTop: onTop, folders: folders)
        }
        guard let paths = paths.isEmpty ? usualFolder(of: taxonomy).map({ [$0] }) : paths else {
            return try stack([builtIn], taxonomy: taxonomy, onTop: false, folders: folders)
        }
        var sources: [RuleSource] = []
        var names: Set<String> = []
        for source in try paths.flatMap({ try RuleFiles.read($0) }) where names.insert(source.name).inserted {
            sources.append(source)
        }
        let name = paths.joined(separator: ", ")
        return PackSources(
            layers: [RuleLayer(name: name, sources: sources)], taxonomy: taxonomy, name: name)
    }

    /// Reads layers, each under a name, the later ones on top: ``builtIn``, a folder, a file, or compiled rules in the
    /// place of all.
    ///
    /// - Parameter onTop: Whether they are on top of the standing layers.
    /// - Throws: `IlkError` when one cannot be read, or stands beside compiled rules.
    static func stack(
        _ names: [String], taxonomy: Taxonomy, onTop: Bool, folders: IlkFolders
    ) throws -> PackSources {
        var assembly = PipelineAssembly(folders: folders)
        assembly.rules = onTop ? .standing : .none
        for name in names {
            let layer: RuleStack.Layer = name == builtIn ? .builtIn : .files(name)
            if !assembly.rules.layers.contains(layer) { assembly.rules.layers.append(layer) }
        }
        if let path = try assembly.compiledFile() {
            return PackSources(
                layers: [], compiled: try RuleFiles.compiled(path, taxonomy: taxonomy), taxonomy: taxonomy,
                name: path)
        }
        let layers = try assembly.ruleLayers(taxonomy: taxonomy)
        return PackSources(
            layers: layers, taxonomy: assembly.ruleTaxonomy(for: taxonomy),
            name: layers.map(\.name).joined(separator: ", "))
    }

    /// Refuses compiled rules, which lack what packs have.
    ///
    /// - Parameters:
    ///   - what: What is to be said of them.
    ///   - command: What to do with the packs, as `lint`.
    func refuseCompiled(_ what: String, do command: String) throws(CommandFailure) {
        guard compiled != nil else { return }
        throw CommandFailure(
            .usage, what, at: name,
            hint: "name the packs that it was made from: ilk rules \(command) FOLDER")
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
