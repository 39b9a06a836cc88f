import FoundationEssentials
import Glibc
public import IlkFiles
package import IlkLearning
import IlkModels
public import IlkRules
public import IlkVocabulary

/// Finds the label sets that a user can use. Label sets come from the user's files, from the machine's files,
/// from the program (shipped sets), and from registered models whose label set has no file. A user's file
/// takes precedence over a machine's file with the same name, and both take precedence over a shipped set. A
/// file with the name of a shipped set changes the titles and settings of that set, and must have the same
/// labels.
public struct LabelSetCatalog: Sendable {
    private let folders: IlkFolders

    /// Creates a catalog. Nothing is read.
    ///
    /// - Parameter folders: The user's folders.
    public init(folders: IlkFolders) {
        self.folders = folders
    }

    /// The usable label sets, and the errors of the unusable ones.
    public struct Contents: Sendable {
        /// The sets: the shipped sets first, then the other sets by name.
        public var sets: [LabelSet] = []
        /// The errors of files that cannot be used.
        public var problems: [IlkError] = []
    }

    /// Returns all label sets, and the errors of files that cannot be read.
    ///
    /// - Throws: ``IlkError`` if a folder cannot be read.
    /// - Complexity: One read of each taxonomy file.
    public func all() throws(IlkError) -> Contents {
        var contents = Contents()
        for name in try names() {
            do throws(IlkError) {
                if let set = try existing(name) { contents.sets.append(set) }
            } catch {
                contents.problems.append(error)
            }
        }
        // Two files have the same id, for example copies under different names. Sync would mix the logs of
        // both.
        var names: [String: String] = [:]
        for set in contents.sets {
            if let first = names.updateValue(set.name, forKey: set.id) {
                contents.problems.append(
                    IlkError(
                        .configuration,
                        "\(set.file ?? set.name): the taxonomies \(first) and \(set.name) have the same id",
                        hint: "give the copy another id"))
            }
        }
        return contents
    }

    /// Returns the names of all sets: the names of shipped sets first, then the other names in alphabetical
    /// order.
    ///
    /// - Throws: ``IlkError`` if a folder cannot be read.
    public func names() throws(IlkError) -> [String] {
        var others: Set<String> = []
        for folder in [folders.taxonomies, folders.systemTaxonomies].compactMap(\.self) {
            others.formUnion(try Self.names(in: folder).compactMap(Self.name(ofFile:)))
        }
        others.formUnion(try Self.names(in: folders.models).filter(hasVersions))
        let shipped = LabelSet.shipped.map(\.name)
        return shipped + others.subtracting(shipped).sorted()
    }

    /// Returns the set with the given name.
    ///
    /// - Parameter name: The name.
    /// - Throws: ``IlkError`` if no set has this name, or if the set's file has errors. The hint for an
    ///   unknown name lists at most 20 known names. If the taxonomy was removed and its log still exists, the
    ///   hint contains the command that reads the log.
    public func find(_ name: String) throws(IlkError) -> LabelSet {
        if let set = try existing(name) { return set }
        let known = try names()
        if LabelSet.isName(name), FileManager.default.fileExists(atPath: folders.log(taxonomy: name)) {
            throw IlkError(
                .usage, "there is no taxonomy '\(name)'; it was removed, and its log is kept",
                hint: "read the log with: ilk log ls --taxonomy \(name)")
        }
        throw IlkError(
            .usage, "there is no taxonomy '\(name)'",
            hint: Suggestion.hint(for: name, among: known, listing: "the taxonomies are")
                + "; create one with: ilk train FILE --name NAME")
    }

    /// Returns the set with the given name, or `nil` if there is none.
    ///
    /// - Parameter name: The name.
    /// - Throws: ``IlkError`` if its file cannot be read or has errors.
    public func existing(_ name: String) throws(IlkError) -> LabelSet? {
        if let set = try ofFile(name) ?? LabelSet.shipped.first(where: { $0.name == name }) { return set }
        return try LabelSet.isName(name) ? ofModel(name) : nil
    }

    /// Returns the set with the given name from the user's or the machine's files, or `nil` if there is none.
    func ofFile(_ name: String) throws(IlkError) -> LabelSet? {
        guard LabelSet.isName(name) else { return nil }
        for (folder, origin) in places {
            let path = "\(folder)/\(name)\(Self.suffix)"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let set = try read(path, origin)
            if let shipped = LabelSet.shipped.first(where: { $0.name == name }) {
                try check(set, against: shipped)
            }
            return set
        }
        return nil
    }

    /// Returns the label set of a log. This is the set with the log's name if that set has, or once had, all
    /// labels of the log. Otherwise it is the first set with the same labels in the same order, or `nil` if
    /// there is none.
    ///
    /// - Parameter taxonomy: The taxonomy of the log.
    /// - Throws: ``IlkError`` if a folder cannot be read.
    public func set(with taxonomy: Taxonomy) throws(IlkError) -> LabelSet? {
        func matches(_ set: LabelSet) -> Bool {
            // Logs of earlier releases lack the merged labels, and some also the retired ones.
            [set.completeTaxonomy.categories, set.labels.map(\.key), set.taxonomy.categories]
                .contains(taxonomy.categories)
        }
        // In the usual case, no other set is read.
        if let set = try? existing(taxonomy.name),  // `all` skips it too.
            matches(set) || set.includes(taxonomy.categories)
        {
            return set
        }
        return try all().sets.first(where: matches)
    }

    /// Returns the model registry of a taxonomy, or `nil` if neither a taxonomy nor a registry has the name.
    /// A damaged model does not prevent the registry from being read.
    ///
    /// - Parameter name: The name.
    /// - Throws: ``IlkError`` if the file of the taxonomy has errors.
    package func registry(_ name: String) throws(IlkError) -> ModelRegistry? {
        guard LabelSet.isName(name) else { return nil }
        let isKnown =
            FileManager.default.fileExists(atPath: "\(folders.models)/\(name)")
            || LabelSet.shipped.contains { $0.name == name }
        if !isKnown, try existing(name) == nil { return nil }
        return ModelRegistry(folder: folders.models, taxonomy: name)
    }

    /// Returns `true` if a taxonomy has rules without errors, which classify its texts without a model.
    ///
    /// - Parameter taxonomy: The name of the taxonomy.
    /// - Complexity: One read of the rule files, which are compiled if they are not in the cache.
    package func hasUsableRules(_ taxonomy: String) -> Bool {
        do {
            guard let set = try existing(taxonomy) else { return false }
            var assembly = PipelineAssembly(model: .none, folders: folders)
            assembly.use(set)
            return try assembly.canClassify
        } catch {
            return false  // `ilk rules lint` reports the errors.
        }
    }

    /// Returns the path of a set's log.
    ///
    /// - Parameter set: The set.
    public func log(of set: LabelSet) -> String { set.log ?? folders.log(taxonomy: set.name) }

    // MARK: Changing

    /// Writes the file of a set into the user's settings.
    ///
    /// - Parameter set: The set. Its origin and path are ignored.
    /// - Returns: The path.
    /// - Throws: ``IlkError`` if the set has errors or the file cannot be written.
    @discardableResult
    public func save(_ set: LabelSet) throws(IlkError) -> String {
        let path = try userPath(set.name)
        let bytes = Array(set.yaml.utf8)
        let saved = try Self.checked(RuleSource(name: path, bytes: bytes), .user)
        if let shipped = LabelSet.shipped.first(where: { $0.name == set.name }) {
            try check(saved, against: shipped)
        }
        try Self.write(bytes, to: path)
        return path
    }

    /// Writes a file and its missing folders.
    static func write(_ bytes: [UInt8], to path: String) throws(IlkError) {
        try IlkFolders.makeFolder(of: path)
        guard bytes.withUnsafeBytes({ PrivateFile.replace(path, with: $0) }) == 0 else {
            throw IlkError(.cannotCreate, "\(path): cannot write: \(SystemError.last.words)")
        }
    }

    /// Deletes the file of a set from the user's settings. Its model, log and rules are kept.
    ///
    /// - Parameter name: The name of the set.
    /// - Returns: `true` if there was a file.
    /// - Throws: ``IlkError`` if the file cannot be deleted.
    public func remove(_ name: String) throws(IlkError) -> Bool {
        let path = try userPath(name)
        if unlink(path) == 0 { return true }
        guard errno == ENOENT else {
            throw IlkError(.cannotCreate, "\(path): cannot delete: \(SystemError.last.words)")
        }
        return false
    }

    private func userPath(_ name: String) throws(IlkError) -> String {
        guard let folder = folders.taxonomies else {
            throw IlkError(
                .configuration, "the folder for settings is unknown", hint: "set HOME or XDG_CONFIG_HOME")
        }
        return "\(folder)/\(name)\(Self.suffix)"
    }

    // MARK: Reading

    private static let suffix = ".yaml"

    private var places: [(folder: String, origin: LabelSet.Origin)] {
        (folders.taxonomies.map { [($0, .user)] } ?? []) + [(folders.systemTaxonomies, .system)]
    }

    private func read(_ path: String, _ origin: LabelSet.Origin) throws(IlkError) -> LabelSet {
        guard let source = try RuleFiles.read(path).first else {
            throw IlkError(.noInput, "\(path): cannot read the file")
        }
        let set = try Self.checked(source, origin)
        guard path.hasSuffix("/\(set.name)\(Self.suffix)") else {
            let file = set.name + Self.suffix
            let isCopy = places.contains { FileManager.default.fileExists(atPath: "\($0.folder)/\(file)") }
            throw IlkError(
                .configuration, "\(path): the file name does not match its taxonomy '\(set.name)'",
                hint: isCopy
                    ? "\(file) exists: give this file another 'taxonomy' and 'id'"
                    : "rename the file to \(file)")
        }
        return set
    }

    /// Returns the set that a file defines.
    ///
    /// - Parameters:
    ///   - source: The name and the bytes of the file.
    ///   - origin: The origin of the set.
    /// - Throws: ``IlkError`` with all errors of the file.
    public static func checked(
        _ source: RuleSource, _ origin: LabelSet.Origin
    ) throws(IlkError) -> LabelSet {
        let result = LabelSetReader.read(source, origin: origin)
        if let set = result.set { return set }
        let errors = result.diagnostics.filter { $0.severity == .error }.map(\.description)
        throw IlkError(.configuration, errors.joined(separator: "\n"))
    }

    private func check(_ set: LabelSet, against shipped: LabelSet) throws(IlkError) {
        guard set.labels.map(\.key) == shipped.labels.map(\.key) else {
            throw IlkError(
                .configuration,
                "\(set.file ?? set.name): the labels differ from those of the shipped taxonomy \(shipped.name)",
                hint:
                    "use these labels in this order: \(shipped.labels.map(\.key.rawValue).joined(separator: ", "))"
            )
        }
        guard !set.isMultilabel else {
            throw IlkError(
                .configuration,
                "\(set.file ?? set.name): the shipped taxonomy \(shipped.name) cannot be made multi-label")
        }
        guard set.id == shipped.id else {
            throw IlkError(
                .configuration,
                "\(set.file ?? set.name): the id must be that of the shipped taxonomy: \(shipped.id)")
        }
    }

    /// Returns the set of a model that was imported without a file for its labels.
    private func ofModel(_ name: String) throws(IlkError) -> LabelSet? {
        guard let newest = versions(of: name).last else { return nil }
        var assembly = PipelineAssembly(
            taxonomy: Taxonomy(name: name, categories: []), rules: .none, folders: folders)
        var model = try assembly.loadModel()
        if model == nil {
            assembly.model = .version(newest)
            model = try assembly.loadModel()
        }
        return model.map { model in
            var set = LabelSet(
                id: name, name: name, labels: model.taxonomy.categories.map { LabelSet.Label($0) },
                origin: .model)
            set.isMultilabel = model.taxonomy.isMultilabel
            return set
        }
    }

    private func hasVersions(_ name: String) -> Bool { !versions(of: name).isEmpty }

    private func versions(of name: String) -> [String] {
        guard LabelSet.isName(name) else { return [] }
        let registry = ModelRegistry(folder: folders.models, taxonomy: name)
        return (try? registry.versions()) ?? []  // `ilk model verify` reports a damaged registry.
    }

    private static func name(ofFile file: String) -> String? {
        guard file.hasSuffix(suffix) else { return nil }
        let name = String(file.dropLast(suffix.count))
        return LabelSet.isName(name) ? name : nil
    }

    private static func names(in folder: String) throws(IlkError) -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw IlkError(
                .noInput, "\(folder): cannot read the folder\(SystemError.reason(opening: folder))")
        }
    }
}
