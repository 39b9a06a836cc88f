import FoundationEssentials
import IlkLearning
public import IlkModels
public import IlkPipeline
public import IlkRules
public import IlkVocabulary

/// Which rules and which model decide, and how: read from files, or from the program itself.
public struct PipelineAssembly: Sendable {
    /// What decides.
    public enum Deciding: String, Sendable, CaseIterable {
        /// Rules and model together.
        case fused
        /// The model alone.
        case bayes
        /// The rules alone.
        case rules
    }

    /// Where rules come from.
    public enum Rules: Sendable, Hashable {
        /// Those in the program.
        case builtIn
        /// All `.yaml` files of a folder, or one file: a pack, or compiled rules when its name ends in `.ilkrules`.
        case folder(String)
        /// None.
        case none
    }

    /// Where the model comes from.
    public enum Model: Sendable, Hashable {
        /// The active one of the registry, else the one in the program.
        case active
        /// The one in the program.
        case builtIn
        /// A file.
        case file(String)
        /// None.
        case none
    }

    /// What decides.
    public var deciding: Deciding
    /// What is decided among, or nil for what the model decides among, and for the document types without one.
    public var taxonomy: Taxonomy?
    /// Where rules come from.
    public var rules: Rules
    /// Where the model comes from.
    public var model: Model
    /// Below this probability of the best category no category is claimed, 0 ... 1.
    public var threshold: Double
    /// Where the registry is.
    public var folders: IlkFolders

    /// An assembly of these parts.
    public init(
        deciding: Deciding = .fused, taxonomy: Taxonomy? = nil, rules: Rules = .builtIn,
        model: Model = .active, threshold: Double = 0.5,
        folders: IlkFolders
    ) {
        self.deciding = deciding
        self.taxonomy = taxonomy
        self.rules = rules
        self.model = model
        self.threshold = threshold
        self.folders = folders
    }

    /// Assembles the pipeline.
    ///
    /// A model of another taxonomy than the rules' decides alone when the rules are the built-in ones; rules that were
    /// asked for by name must fit.
    ///
    /// - Parameter corrections: The categories that people gave to texts, by the text's digest.
    /// - Throws: ``IlkError`` when a file cannot be read or does not fit.
    public func pipeline(corrections: [ContentDigest: Category] = [:]) throws(IlkError) -> Pipeline {
        Pipeline(classifier: try classifier(), threshold: threshold, corrections: corrections)
    }

    private func classifier() throws(IlkError) -> any TextClassifier {
        let model = deciding == .rules ? nil : try loadModel()
        let taxonomy = try decided(by: model)
        guard let ruleSet = deciding == .bayes ? nil : try loadRules(taxonomy: taxonomy) else {
            guard let model else {
                throw nothingDecides(taxonomy)
            }
            return BayesClassifier(model)
        }
        guard let model else { return RulesClassifier(ruleSet) }
        do {
            return try FusedClassifier(rules: ruleSet, model: model)
        } catch {
            throw IlkError(.configuration, error.description)
        }
    }

    /// The model that the assembly names; nil for none, and where the program has none for the taxonomy.
    public func loadModel() throws(IlkError) -> BayesModel? {
        switch model {
        case .none: return nil
        case .file(let path): return try MappedModel.load(path)
        case .builtIn: return try builtInModel()
        case .active:
            let registry = ModelRegistry(
                folder: folders.models, taxonomy: (taxonomy ?? .documentType).name)
            let version: String?
            do {
                version = try registry.activeVersion()
            } catch {
                throw IlkError(.noInput, "cannot read which model is active in \(folders.models)")
            }
            guard let version else { return try builtInModel() }
            return try MappedModel.load(registry.path(version: version))
        }
    }

    /// The rules that the assembly names; nil for none, and for the built-in ones beside a model of another taxonomy.
    ///
    /// - Throws: ``IlkError`` when they cannot be read or do not fit.
    public func loadRules(taxonomy: Taxonomy) throws(IlkError) -> RuleSet? {
        switch rules {
        case .none: return nil
        case .builtIn:
            return try builtInRules(taxonomy)
        case .folder(let path) where path.hasSuffix(RuleFiles.compiledSuffix):
            return try RuleFiles.compiled(path, taxonomy: taxonomy)
        case .folder(let path):
            let cache = RuleCache(folder: folders.ruleCache)
            let result = cache.load(try RuleFiles.read(path), taxonomy: taxonomy)
            guard let ruleSet = result.ruleSet else {
                let errors = result.diagnostics.filter { $0.severity == .error }
                throw IlkError(
                    .configuration, errors.map(\.description).joined(separator: "\n"),
                    hint: "see all problems with: ilk rules lint \(path)")
            }
            return ruleSet
        }
    }
}
