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
        /// The model alone: one of counts.
        case bayes
        /// The model alone: a linear one.
        case linear
        /// The rules alone.
        case rules

        /// Whether rules take part.
        public var usesRules: Bool { self == .fused || self == .rules }
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
        deciding: Deciding = .fused, rules: Rules = .builtIn, model: Model = .active, threshold: Double = 0.5,
        folders: IlkFolders
    ) {
        self.deciding = deciding
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
        let taxonomy = model?.taxonomy ?? .documentType
        if let model { try checkKind(of: model) }
        guard let ruleSet = deciding.usesRules ? try loadRules(taxonomy: taxonomy) : nil else {
            guard let model else {
                throw IlkError(.configuration, "neither rules nor a model: nothing can decide")
            }
            return ModelClassifier(model)
        }
        guard let model else { return RulesClassifier(ruleSet) }
        do {
            return try FusedClassifier(rules: ruleSet, model: model)
        } catch {
            throw IlkError(.configuration, error.description)
        }
    }

    /// Refuses a model of another kind than the one that was asked for.
    private func checkKind(of model: any TextModel) throws(IlkError) {
        switch (deciding, model.kind) {
        case (.bayes, .linear), (.linear, .bayes):
            throw IlkError(
                .configuration, "the model is \(model.kind.rawValue), not \(deciding.rawValue)",
                hint: "let it decide alone with: --classifier \(model.kind.rawValue)")
        default: return
        }
    }

    /// The model that the assembly names; nil for none.
    public func loadModel() throws(IlkError) -> (any TextModel)? {
        switch model {
        case .none: return nil
        case .file(let path): return try MappedModel.load(path)
        case .builtIn: return try Self.builtInModel()
        case .active:
            let registry = ModelRegistry(folder: folders.models, taxonomy: Taxonomy.documentType.name)
            let version: String?
            do {
                version = try registry.activeVersion()
            } catch {
                throw IlkError(.noInput, "cannot read which model is active in \(folders.models)")
            }
            guard let version else { return try Self.builtInModel() }
            return try MappedModel.load(registry.path(version: version))
        }
    }

    private static func builtInModel() throws(IlkError) -> any TextModel {
        do {
            return try BuiltIn.model()
        } catch {
            throw IlkError(.software, error.description)
        }
    }

    /// The rules that the assembly names; nil for none, and for the built-in ones beside a model of another taxonomy.
    ///
    /// - Throws: ``IlkError`` when they cannot be read or do not fit.
    public func loadRules(taxonomy: Taxonomy) throws(IlkError) -> RuleSet? {
        switch rules {
        case .none: return nil
        case .builtIn:
            guard taxonomy.categories == Taxonomy.documentType.categories else { return nil }
            do {
                return try BuiltIn.ruleSet()
            } catch {
                throw IlkError(.software, error.description)
            }
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
