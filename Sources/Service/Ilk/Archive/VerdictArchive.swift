import FoundationEssentials
public import IlkFiles
import IlkLearning
public import IlkModels
public import IlkPipeline
public import IlkRules
import IlkRuleTools
public import IlkVocabulary

/// An archive of the models, rules and overlays that produced logged verdicts, stored by digest in
/// `$XDG_DATA_HOME/ilk/archive`. With the archive, a verdict can be explained even after its model, rules or
/// overlay were replaced.
///
///     <folder>/models/<digest>.ilk
///     <folder>/overlays/<model>.<rules>.<digest>.ilkoverlay
///     <folder>/rules/<digest>.<form>.ilkrules
///
/// Files are never modified. Models and overlays are deleted when texts that they learned from are erased.
/// Write errors are ignored. An explanation that needs a missing file reports an error.
public struct VerdictArchive: Sendable {
    private let folders: IlkFolders
    private var models: String { folders.archive + "/models" }
    private var rules: String { folders.archive + "/rules" }
    var overlays: String { folders.archive + "/overlays" }

    /// Creates the archive of a user.
    ///
    /// - Parameter folders: The user's folders.
    public init(folders: IlkFolders) { self.folders = folders }

    // MARK: Storing

    /// Stores a model unless the archive contains it.
    ///
    /// - Parameter model: The model.
    /// - Complexity: One system call if the archive contains the model, otherwise O(*n*) in its size.
    public func store(_ model: any TextModel) {
        let path = path(ofModel: model.digest.description)
        guard !FileManager.default.fileExists(atPath: path) else { return }
        Self.write(model.storage.copied(), to: path)
    }

    /// Stores rules unless the archive contains them.
    ///
    /// - Parameter ruleSet: The rules.
    /// - Complexity: One system call if the archive contains the rules, otherwise O(*n*) in their size.
    public func store(_ ruleSet: RuleSet) {
        let path = path(ofRules: ruleSet.digest)
        guard !FileManager.default.fileExists(atPath: path) else { return }
        Self.write(CompiledRules.bytes(of: ruleSet, from: []), to: path)
    }

    private func path(ofModel digest: String) -> String { "\(models)/\(digest).ilk" }

    private func path(ofRules digest: String, version: UInt32 = CompiledRules.version) -> String {
        "\(rules)/\(digest).\(version)\(RuleFiles.compiledSuffix)"
    }

    /// Writes a file atomically. Errors are ignored.
    static func write(_ bytes: [UInt8], to path: String) {
        try? IlkFolders.makeFolder(of: path)  // The write below then fails too.
        _ = bytes.withUnsafeBytes { PrivateFile.replace(path, with: $0) }
    }

    // MARK: Deleting

    /// Deletes models whose training texts were erased. The verdicts of these models can no longer be
    /// explained.
    ///
    /// - Parameter digests: The digests of the models.
    public func delete(models digests: [String]) {
        for digest in digests {
            PrivateFile.removeDrafts(of: path(ofModel: digest))
            try? FileManager.default.removeItem(atPath: path(ofModel: digest))  // There may be none.
        }
    }

    // MARK: Lookup

    /// Returns the model with a digest from the archive, the program, the registry or the given files.
    ///
    /// - Parameters:
    ///   - digest: The digest of the model.
    ///   - taxonomy: The taxonomy, which selects the registry.
    ///   - files: Additional model files to search.
    /// - Throws: ``IlkError`` if the model is not found.
    public func model(
        _ digest: String, taxonomy: Taxonomy, files: [String] = []
    ) throws(IlkError) -> any TextModel {
        let builtIn = try? BuiltIn.model(for: taxonomy)  // A missing or unreadable model does not match.
        if let builtIn, builtIn.digest.description == digest { return builtIn }
        let registry = ModelRegistry(folder: folders.models, taxonomy: taxonomy.name)
        let versions = (try? registry.versions()) ?? []  // A missing registry has no versions.
        for path in files + [path(ofModel: digest)] + versions.map(registry.path) {
            let model = try? MappedModel.load(path)  // A missing or damaged file does not match.
            if let model, model.digest.description == digest { return model }
        }
        throw IlkError(
            .noInput, "the model \(digest.prefix(12)) of this verdict no longer exists",
            hint: "if you have the model file, specify it with: --model FILE")
    }

    /// Returns the rules with a digest from the program, the archive or the given files.
    ///
    /// - Parameters:
    ///   - digest: The digest of the rules.
    ///   - taxonomy: The taxonomy of the rules.
    ///   - files: Additional files of compiled rules to search.
    /// - Throws: ``IlkError`` if the rules are not found.
    public func rules(
        _ digest: String, taxonomy: Taxonomy, files: [String] = []
    ) throws(IlkError) -> RuleSet {
        for shipped in Taxonomy.shipped where shipped.categories == taxonomy.categories {
            let ruleSet = try? BuiltIn.ruleSet(for: shipped)  // Unreadable rules do not match.
            if let ruleSet, ruleSet.digest == digest { return ruleSet }
        }
        let names = Taxonomy.shipped.filter { $0.categories == taxonomy.categories } + [taxonomy]
        let kept = CompiledRules.readableVersions.map { path(ofRules: digest, version: $0) }
        for path in files + kept.reversed() {
            for name in names {
                // The log does not store the taxonomy's name, so try each taxonomy with the same labels.
                let ruleSet = try? RuleFiles.compiled(path, taxonomy: name)  // Does not match.
                if let ruleSet, ruleSet.digest == digest { return ruleSet }
            }
        }
        throw IlkError(
            .noInput, "the rules \(digest.prefix(12)) of this verdict no longer exist",
            hint: "if you have the compiled rules, specify them with: --rules FILE.ilkrules")
    }

    /// Returns the classifier that made a verdict.
    ///
    /// - Parameters:
    ///   - provenance: The provenance of the verdict.
    ///   - taxonomy: The taxonomy of the verdict.
    ///   - set: The label set that maps merged labels, or `nil` if the verdict has the labels of its model.
    ///   - files: Additional files to search for models and compiled rules.
    /// - Returns: The classifier, and its rules, or `nil` if it has no rules.
    /// - Throws: ``IlkError`` if the model or the rules are not found or do not match each other.
    public func classifier(
        of provenance: Provenance, taxonomy: Taxonomy, in set: LabelSet? = nil,
        files: (models: [String], rules: [String])
    ) throws(IlkError) -> (any TextClassifier, RuleSet?) {
        let model: (any TextModel)? =
            if let digest = provenance.modelDigest {
                try self.model(digest, taxonomy: taxonomy, files: files.models)
            } else { nil }
        var assembly = PipelineAssembly(folders: folders)
        if let model, let set, Set(model.taxonomy.categories) != Set(taxonomy.categories) {
            assembly.use(set.earlier(with: taxonomy.categories))
        }
        let labels = assembly.taxonomy ?? model?.taxonomy ?? taxonomy
        let rules: RuleSet? =
            if let digest = provenance.ruleSetDigest {
                assembly.deciding(
                    try self.rules(digest, taxonomy: labels, files: files.rules), taxonomy: labels)
            } else { nil }
        let ofRules = rules.map {
            Taxonomy(
                name: $0.taxonomy.name, categories: $0.taxonomy.categories,
                isMultilabel: taxonomy.isMultilabel)
        }
        assembly.taxonomy = assembly.taxonomy ?? model?.taxonomy ?? ofRules ?? taxonomy
        return (try assembly.classifier(rules, model), rules)
    }
}
