import FoundationEssentials
import Glibc
public import IlkFiles
public import IlkLearning
public import IlkRules
public import IlkVocabulary

/// A label set as one file: a tar archive of its YAML file, the user's rules and the active version of the
/// model.
public struct LabelSetBundle: Sendable {
    /// The set.
    public let set: LabelSet
    /// The exported version of the model, or `nil` if there is none.
    public let version: VersionBundle?
    /// The user's rules: file names and contents.
    public let rules: [RuleSource]
    private let exported: [UInt8]?

    private static let setName = "taxonomy.yaml"
    private static let versionName = "model.tar"
    private static let rulePrefix = "rules/"

    /// Collects the parts of a set. The exported set contains no paths of this machine. The archive contains
    /// the rules themselves, and the importing machine uses its default log.
    ///
    /// - Parameters:
    ///   - set: The set.
    ///   - folders: The user's folders.
    /// - Throws: ``IlkError`` if a part cannot be read, or if the rules of the set cannot be combined in one
    ///   folder.
    public init(_ set: LabelSet, folders: IlkFolders) throws(IlkError) {
        var portable = set
        (portable.rules, portable.log) = ([], nil)
        self.set = portable
        rules = try Self.rules(of: set, folders)
        if !set.rules.isEmpty { try Self.check(rules, of: portable, folders) }
        let registry = ModelRegistry(folder: folders.models, taxonomy: set.name)
        do throws(RegistryError) {
            let chosen = try registry.chosenVersion()
            let known = try registry.versions()
            exported = known.contains(chosen ?? "") ? try registry.exported(chosen ?? "") : nil
            version = try exported.map { (bytes) throws(RegistryError) in try VersionBundle(bytes) }
        } catch {
            throw IlkError(error)
        }
    }

    /// Returns the user's rules and those of the folders that the set names, with distinct names.
    private static func rules(of set: LabelSet, _ folders: IlkFolders) throws(IlkError) -> [RuleSource] {
        var found: [(folder: String, source: RuleSource)] = []
        if let folder = folders.rules(taxonomy: set.name) {
            found = try RuleFiles.readIfThere(folder).map { (folder, $0) }
        }
        for path in set.rules {
            guard !path.hasSuffix(RuleFiles.compiledSuffix) else {
                throw IlkError(
                    .configuration, "compiled rules cannot be exported: \(path)",
                    hint: "name the folder of their YAML files in 'rules' of \(set.file ?? set.name)")
            }
            let sources = try set.rules(at: path)
            let isFile = sources.first?.name == path
            let folder = isFile ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : path
            found += sources.map { (folder, $0) }
        }
        var names: Set<String> = []
        return found.map { folder, source in
            let path = Substring(source.name.utf8.dropFirst(folder.utf8.count))
            var name = String(
                path.split(separator: "/").joined(separator: "-").map {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) ? $0 : "-"
                })
            if name.hasPrefix(".") { name = "rules" + name }
            if !name.hasSuffix(".yaml"), !name.hasSuffix(".yml") { name += ".yaml" }
            var (unique, number) = (name, 1)
            while !names.insert(unique).inserted {
                number += 1
                unique = "\(number)-\(name)"
            }
            return RuleSource(name: unique, bytes: source.bytes)
        }
    }

    /// Checks that the rules of several layers can be combined in one folder, as the importing machine does.
    private static func check(
        _ rules: [RuleSource], of set: LabelSet, _ folders: IlkFolders
    ) throws(IlkError) {
        var assembly = PipelineAssembly(folders: folders)
        assembly.use(set)
        let own = folders.rules(taxonomy: set.name) ?? ""
        let layers = try assembly.ruleLayers(taxonomy: set.taxonomy).filter { $0.name != own }
        let result = RuleCache(folder: folders.ruleCache).load(
            layers + [RuleLayer(name: own, sources: rules)],
            taxonomy: assembly.ruleTaxonomy(for: set.taxonomy))
        guard result.ruleSet == nil else { return }
        let problem = result.diagnostics.first { $0.severity == .error }
        throw IlkError(
            .configuration,
            "the rules of \(set.name) cannot be exported as one folder: \(problem?.description ?? "")",
            hint: "check them with: ilk rules lint --taxonomy \(set.name)")
    }

    /// The bytes of the archive. Equal sets give equal bytes.
    public var bytes: [UInt8] {
        var files = [(name: Self.setName, bytes: Array(set.yaml.utf8))]
        files += rules.map { (name: Self.rulePrefix + $0.name, bytes: $0.bytes) }
        if let exported { files.append((name: Self.versionName, bytes: exported)) }
        return TarArchive.bytes(of: files, time: version?.manifest.created ?? Date(timeIntervalSince1970: 0))
    }

    /// Reads and checks an exported set.
    ///
    /// - Parameter bytes: The bytes of the archive.
    /// - Throws: ``IlkError`` with `badData` and the reason if the archive is not an exported set or is
    ///   damaged.
    /// - Complexity: O(*n*) in the size of the archive.
    public init(_ bytes: [UInt8]) throws(IlkError) {
        let files: [String: [UInt8]]
        do throws(TarArchive.Refusal) {
            files = try TarArchive.files(in: bytes)
        } catch {
            throw Self.refusal(error.reason)
        }
        guard let yaml = files[Self.setName] else { throw Self.refusal("the archive has no \(Self.setName)") }
        set = try LabelSetCatalog.checked(RuleSource(name: Self.setName, bytes: yaml), .user)
        exported = files[Self.versionName]
        do throws(RegistryError) {
            version = try exported.map { (bytes) throws(RegistryError) in try VersionBundle(bytes) }
        } catch {
            throw Self.refusal(error.description)
        }
        if let version, version.manifest.taxonomy != set.name {
            throw Self.refusal("the model belongs to the taxonomy \(version.manifest.taxonomy)")
        }
        var rules: [RuleSource] = []
        for (name, bytes) in files.sorted(by: { $0.key < $1.key })
        where name != Self.setName && name != Self.versionName {
            guard name.hasPrefix(Self.rulePrefix), Self.isRuleName(name.dropFirst(Self.rulePrefix.utf8.count))
            else { throw Self.refusal("the archive contains an unexpected file (\(name.prefix(60)))") }
            rules.append(RuleSource(name: String(name.dropFirst(Self.rulePrefix.utf8.count)), bytes: bytes))
        }
        self.rules = rules
    }

    private static func isRuleName(_ name: Substring) -> Bool {
        (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && !name.hasPrefix(".")
            && name.utf8.allSatisfy {
                $0.isASCIIWord || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            }
    }

    private static func refusal(_ reason: String) -> IlkError {
        IlkError(
            .badData, "not an exported taxonomy: \(reason)",
            hint: "create one with: ilk taxonomy export NAME -o FILE")
    }

    /// Writes the set, its rules and its model into the user's folders, and activates the model.
    ///
    /// - Parameters:
    ///   - folders: The user's folders.
    ///   - signature: The author, time and reason of the change.
    ///   - isForced: `true` to replace a set and rule files with the same names.
    /// - Returns: The number of the model's version, or `nil` if there is no model.
    /// - Throws: ``IlkError`` if a set or rule file exists and may not be replaced, or a file cannot be
    ///   written.
    public func install(
        in folders: IlkFolders, _ signature: ChangeAuthor, isForced: Bool
    ) throws(IlkError) -> String? {
        let catalog = LabelSetCatalog(folders: folders)
        let folder = folders.rules(taxonomy: set.name) ?? ""
        if !isForced {
            if let known = try catalog.existing(set.name), known.origin != .shipped {
                throw IlkError(
                    .cannotCreate, "the taxonomy \(set.name) already exists", hint: "replace it with --force")
            }
            let existing = rules.first { FileManager.default.fileExists(atPath: "\(folder)/\($0.name)") }
            if let existing {
                throw IlkError(
                    .cannotCreate, "the rule file \(folder)/\(existing.name) already exists",
                    hint: "replace it with --force")
            }
        }
        try catalog.save(set)
        for rule in rules {
            try LabelSetCatalog.write(rule.bytes, to: "\(folder)/\(rule.name)")
        }
        guard let version else { return nil }
        let registry = ModelRegistry(folder: folders.models, taxonomy: set.name)
        do throws(RegistryError) {
            let (added, _) = try registry.addOnce(importing: version.model, version.manifest, signature)
            _ = try registry.promote(added, signature)
            return added
        } catch {
            throw IlkError(error)
        }
    }
}
