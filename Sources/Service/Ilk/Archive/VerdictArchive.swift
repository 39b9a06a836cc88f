import FoundationEssentials
public import IlkFiles
import IlkLearning
public import IlkModels
public import IlkPipeline
public import IlkRules
import IlkRuleTools
public import IlkVocabulary

/// The models and rules that logged verdicts were made by, each under its digest: so that a verdict can be explained long
/// after others have taken their place (`$XDG_DATA_HOME/ilk/archive`).
///
///     <folder>/models/<digest>.ilk
///     <folder>/rules/<digest>.<form>.ilkrules
///
/// Nothing in it is ever changed; models go whose texts were erased. What cannot be written is left out: explaining then says
/// what is missing.
public struct VerdictArchive: Sendable {
    private let folders: IlkFolders
    private var models: String { folders.archive + "/models" }
    private var rules: String { folders.archive + "/rules" }

    /// The archive of a user.
    public init(folders: IlkFolders) { self.folders = folders }

    // MARK: Keeping

    /// Keeps a model, unless it is there.
    public func keep(_ model: any TextModel) {
        let path = path(ofModel: model.digest.description)
        guard !FileManager.default.fileExists(atPath: path) else { return }
        Self.write(model.storage.copied(), to: path)
    }

    /// Keeps rules, unless they are there.
    public func keep(_ ruleSet: RuleSet) {
        let path = path(ofRules: ruleSet.digest)
        guard !FileManager.default.fileExists(atPath: path) else { return }
        Self.write(CompiledRules.bytes(of: ruleSet, from: []), to: path)
    }

    private func path(ofModel digest: String) -> String { "\(models)/\(digest).ilk" }

    private func path(ofRules digest: String, version: UInt32 = CompiledRules.version) -> String {
        "\(rules)/\(digest).\(version)\(RuleFiles.compiledSuffix)"
    }

    /// Whole or not at all; says nothing when it cannot.
    private static func write(_ bytes: [UInt8], to path: String) {
        try? IlkFolders.makeFolder(of: path)  // Then it cannot be written either.
        _ = bytes.withUnsafeBytes { PrivateFile.replace(path, with: $0) }
    }

    // MARK: Forgetting

    /// Takes models away, by their digests: what they learned from was erased. Verdicts that they made can no longer be
    /// explained.
    public func forget(models digests: [String]) {
        for digest in digests {
            PrivateFile.removeDrafts(of: path(ofModel: digest))
            try? FileManager.default.removeItem(atPath: path(ofModel: digest))  // There may be none.
        }
    }

    // MARK: Finding

    /// The model of a digest: the archive's, the program's, one of the registry, or one of the files named.
    ///
    /// - Throws: ``IlkError`` when it is in none of these places.
    public func model(
        _ digest: String, taxonomy: Taxonomy, files: [String] = []
    ) throws(IlkError) -> any TextModel {
        let builtIn = try? BuiltIn.model()  // One that cannot be read is not the one.
        if let builtIn, builtIn.digest.description == digest { return builtIn }
        let registry = ModelRegistry(folder: folders.models, taxonomy: taxonomy.name)
        let versions = (try? registry.versions()) ?? []  // No registry, no versions.
        for path in files + [path(ofModel: digest)] + versions.map(registry.path) {
            let model = try? MappedModel.load(path)  // One that is gone or damaged is not the one.
            if let model, model.digest.description == digest { return model }
        }
        throw IlkError(
            .noInput, "the model \(digest.prefix(12)) that made the verdict is no longer here",
            hint: "name its file, if you have it elsewhere: --model FILE")
    }

    /// The rules of a digest: the program's, the archive's, or those in one of the compiled files named.
    ///
    /// - Throws: ``IlkError`` when they are in none of these places.
    public func rules(
        _ digest: String, taxonomy: Taxonomy, files: [String] = []
    ) throws(IlkError) -> RuleSet {
        for shipped in Taxonomy.shipped where shipped.categories == taxonomy.categories {
            let ruleSet = try? BuiltIn.ruleSet(for: shipped)  // What cannot be read is not the one.
            if let ruleSet, ruleSet.digest == digest { return ruleSet }
        }
        let names = Taxonomy.shipped.filter { $0.categories == taxonomy.categories } + [taxonomy]
        let kept = CompiledRules.readableVersions.map { path(ofRules: digest, version: $0) }
        for path in files + kept.reversed() {
            for name in names {
                // The taxonomy's name is not logged: each that fits is tried.
                let ruleSet = try? RuleFiles.compiled(path, taxonomy: name)  // See above.
                if let ruleSet, ruleSet.digest == digest { return ruleSet }
            }
        }
        throw IlkError(
            .noInput, "the rules \(digest.prefix(12)) that made the verdict are no longer here",
            hint: "name them compiled, if you have them elsewhere: --rules FILE.ilkrules")
    }

    /// What made a verdict.
    ///
    /// - Parameters:
    ///   - provenance: What the verdict says of that.
    ///   - taxonomy: What was decided among.
    ///   - files: Where else models and compiled rules may be.
    /// - Returns: The classifier, and its rules if it has any.
    /// - Throws: ``IlkError`` when its model or rules are no longer there, or do not fit together.
    public func classifier(
        of provenance: Provenance, taxonomy: Taxonomy, files: (models: [String], rules: [String])
    ) throws(IlkError) -> (any TextClassifier, RuleSet?) {
        let model: (any TextModel)? =
            if let digest = provenance.modelDigest {
                try self.model(digest, taxonomy: taxonomy, files: files.models)
            } else { nil }
        let rules: RuleSet? =
            if let digest = provenance.ruleSetDigest {
                try self.rules(digest, taxonomy: model?.taxonomy ?? taxonomy, files: files.rules)
            } else { nil }
        var assembly = PipelineAssembly(folders: folders)
        assembly.taxonomy = model?.taxonomy ?? rules?.taxonomy ?? taxonomy
        return (try assembly.classifier(rules, model), rules)
    }
}
