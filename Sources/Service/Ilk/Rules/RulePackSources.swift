import FoundationEssentials
package import IlkFiles
import IlkPipeline
import IlkRuleTools
package import IlkRules
package import IlkVocabulary

/// The rule files of a command or request.
package struct RulePackSources {
    /// The files by layer, lowest first; empty for compiled rules.
    package private(set) var layers: [RuleLayer]
    /// The rules of a compiled file, or `nil` if no compiled file was specified.
    package private(set) var compiled: RuleSet?
    package private(set) var taxonomy: Taxonomy
    /// The display name of the source.
    package private(set) var name: String

    package var sources: [RuleSource] { layers.flatMap(\.sources) }
    /// `true` if further layers may exist that were not loaded.
    package var isSingleLayer: Bool { layers.count < 2 }

    /// The folder that is used by default if it exists.
    package static let defaultFolder = "rules"
    /// The name of the built-in rules in a list of layers.
    package static let builtIn = "built-in"

    /// The names of the files that were read.
    package var files: [String] { compiled == nil ? sources.map(\.name) : [name] }

    /// Reads rules as a single layer, or adds each path as a layer on top of the active layers.
    ///
    /// - Parameters:
    ///   - paths: Folders and files. If this array is empty, ``defaultFolder`` is read if it exists,
    ///     otherwise the built-in rules. For a taxonomy without built-in rules, the active layers are read in
    ///     their place.
    ///   - onTop: `true` if each path is a layer on top of the active layers.
    /// - Throws: `IlkError` if a file cannot be read.
    package static func read(
        _ paths: [String], taxonomy: Taxonomy, onTop: Bool, folders: IlkFolders
    ) throws -> RulePackSources {
        if onTop || paths.contains(where: { $0.hasSuffix(RuleFiles.compiledSuffix) }) {
            return try stack(paths, taxonomy: taxonomy, onTop: onTop, folders: folders)
        }
        guard let paths = paths.isEmpty ? defaultFolder(of: taxonomy).map({ [$0] }) : paths else {
            guard BuiltIn.hasRules(for: taxonomy) else { return try active(taxonomy, folders) }
            return try stack([builtIn], taxonomy: taxonomy, onTop: false, folders: folders)
        }
        var sources: [RuleSource] = []
        var names: Set<String> = []
        for source in try paths.flatMap({ try RuleFiles.read($0) }) where names.insert(source.name).inserted {
            sources.append(source)
        }
        let name = paths.joined(separator: ", ")
        return RulePackSources(
            layers: [RuleLayer(name: name, sources: sources)], taxonomy: taxonomy, name: name)
    }

    /// Reads the active layers of a taxonomy: the layers of the machine and the user, and the folders of its
    /// label set.
    ///
    /// - Throws: `IlkError` if a file cannot be read; `noInput` if there are no rules.
    package static func active(_ taxonomy: Taxonomy, _ folders: IlkFolders) throws -> RulePackSources {
        let layers = try Self.layers(of: taxonomy, folders)
        guard !layers.isEmpty else {
            let folder =
                folders.rules(taxonomy: taxonomy.name) ?? folders.systemRules(taxonomy: taxonomy.name)
            throw IlkError(
                .noInput, "there are no rules for \(taxonomy.name)",
                hint: "put rule packs into \(folder), or specify another folder")
        }
        return RulePackSources(
            layers: layers, taxonomy: taxonomy, name: layers.map(\.name).joined(separator: ", "))
    }

    /// Returns the active layers of a taxonomy, lowest first. The array is empty if there are no rules.
    ///
    /// - Throws: `IlkError` if a file cannot be read.
    package static func layers(of taxonomy: Taxonomy, _ folders: IlkFolders) throws -> [RuleLayer] {
        var assembly = PipelineAssembly(folders: folders)
        if let set = try LabelSetCatalog(folders: folders).existing(taxonomy.name) { assembly.use(set) }
        return try assembly.ruleLayers(taxonomy: taxonomy)
    }

    /// Returns the active layers of a taxonomy with one changed pack of the user.
    ///
    /// - Parameters:
    ///   - name: The name of the pack.
    ///   - content: The new content of the pack, or `nil` to omit the pack.
    /// - Throws: `IlkError` if a file cannot be read.
    package static func changing(
        _ name: String, of shelf: RulePackShelf, to content: [UInt8]?, taxonomy: Taxonomy, folders: IlkFolders
    ) throws -> RulePackSources {
        let pack = content.map { RuleSource(name: "\(name).yaml", bytes: $0) }
        var layers = try Self.layers(of: taxonomy, folders)
        let place = layers.firstIndex { $0.name == shelf.folder }
        let others = place.map { layers[$0].sources.filter { $0.name != shelf.path(of: name) } } ?? []
        let layer = RuleLayer(name: shelf.folder, sources: others + (pack.map { [$0] } ?? []))
        layers.replaceSubrange(place.map { $0..<$0 + 1 } ?? layers.endIndex..<layers.endIndex, with: [layer])
        layers.removeAll(where: \.sources.isEmpty)
        return RulePackSources(layers: layers, taxonomy: taxonomy, name: "\(name).yaml")
    }

    /// Returns a pack alone, or on top of the active layers of a taxonomy.
    ///
    /// - Parameters:
    ///   - pack: The pack.
    ///   - onTop: `true` to put the pack on top of the active layers, where its rules replace active rules
    ///     with the same id.
    /// - Throws: `IlkError` if a file cannot be read; `noInput` if there are no active rules.
    package static func pack(
        _ pack: RuleSource, taxonomy: Taxonomy, onTop: Bool, folders: IlkFolders
    ) throws -> RulePackSources {
        let below = onTop ? try active(taxonomy, folders).layers : []
        let layer = RuleLayer(name: pack.name, sources: [pack])
        return RulePackSources(layers: below + [layer], taxonomy: taxonomy, name: pack.name)
    }

    /// Reads named layers, lowest first. A name is ``builtIn``, a folder or a file. A file of compiled rules
    /// replaces all layers.
    ///
    /// - Parameter onTop: `true` to put the named layers on top of the active layers.
    /// - Throws: `IlkError` if a file cannot be read, or compiled rules are combined with other layers.
    package static func stack(
        _ names: [String], taxonomy: Taxonomy, onTop: Bool, folders: IlkFolders
    ) throws -> RulePackSources {
        var assembly = PipelineAssembly(folders: folders)
        assembly.rules = onTop ? .default : .none
        for name in names {
            let layer: RuleStack.Layer = name == builtIn ? .builtIn : .files(name)
            if !assembly.rules.layers.contains(layer) { assembly.rules.layers.append(layer) }
        }
        if let path = try assembly.compiledFile() {
            return RulePackSources(
                layers: [], compiled: try RuleFiles.compiled(path, taxonomy: taxonomy), taxonomy: taxonomy,
                name: path)
        }
        let layers = try assembly.ruleLayers(taxonomy: taxonomy)
        return RulePackSources(
            layers: layers, taxonomy: assembly.ruleTaxonomy(for: taxonomy),
            name: layers.map(\.name).joined(separator: ", "))
    }

    /// Returns the rules with the label set's setting for unfamiliar texts, and the problems of the files.
    ///
    /// - Parameter folders: The user's folders.
    package func load(_ folders: IlkFolders) -> RuleLoadResult {
        let assembly = PipelineAssembly(folders: folders)
        let result =
            compiled.map { RuleLoadResult(ruleSet: $0, diagnostics: []) }
            ?? RuleLint.load(layers: layers, taxonomy: taxonomy)
        return RuleLoadResult(
            ruleSet: result.ruleSet.map { assembly.deciding($0, taxonomy: taxonomy) },
            diagnostics: result.diagnostics)
    }

    /// Throws an error if the rules are compiled, because compiled rules lack parts of their packs.
    ///
    /// - Parameter command: The command to run on the packs instead, such as `lint`.
    package func rejectCompiled(_ what: String, do command: String) throws(IlkError) {
        guard compiled != nil else { return }
        throw IlkError(
            .usage, "\(name): \(what)",
            hint: "specify the packs that they were compiled from, as in: ilk rules \(command) FOLDER")
    }

    /// Returns ``defaultFolder`` if it exists, or its subfolder for the taxonomy if ``defaultFolder``
    /// contains folders for other taxonomies.
    private static func defaultFolder(of taxonomy: Taxonomy) -> String? {
        let named = Set(Taxonomy.shipped.map(\.name)).filter { isFolder(defaultFolder + "/" + $0) }
        if named.subtracting([taxonomy.name]).isEmpty { return isFolder(defaultFolder) ? defaultFolder : nil }
        return named.contains(taxonomy.name) ? defaultFolder + "/" + taxonomy.name : nil
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }
}
