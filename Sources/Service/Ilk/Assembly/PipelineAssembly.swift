public import IlkFiles
import IlkModels
public import IlkPipeline
import IlkRules
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

    /// Where the model comes from.
    public enum Model: Sendable, Hashable {
        /// The active one of the registry, else the one in the program.
        case active
        /// The one in the program.
        case builtIn
        /// A version of the registry, by its name or the beginning of its digest.
        case version(String)
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
    public var rules: RuleStack
    /// Where the model comes from.
    public var model: Model
    /// How probable the category that is ahead must be to be claimed.
    public var thresholds: ClaimThresholds
    /// Where the registry is.
    public var folders: IlkFolders

    /// An assembly of these parts.
    public init(
        deciding: Deciding = .fused, taxonomy: Taxonomy? = nil, rules: RuleStack = .standing,
        model: Model = .active, thresholds: ClaimThresholds = 0.5,
        folders: IlkFolders
    ) {
        self.deciding = deciding
        self.taxonomy = taxonomy
        self.rules = rules
        self.model = model
        self.thresholds = thresholds
        self.folders = folders
    }

    /// Assembles the pipeline.
    ///
    /// Beside a model of another taxonomy than that of the built-in rules these are left out; rules that were asked for by
    /// name must fit.
    ///
    /// - Parameter corrections: The categories that people gave to texts, by the text's digest.
    /// - Throws: ``IlkError`` when a file cannot be read or does not fit.
    public func pipeline(corrections: [ContentDigest: Category] = [:]) throws(IlkError) -> Pipeline {
        Pipeline(classifier: try classifier(), threshold: thresholds, corrections: corrections)
    }

    private func classifier() throws(IlkError) -> any TextClassifier {
        let model = deciding == .rules ? nil : try loadModel()
        let taxonomy = try decided(by: model)
        return try classifier(deciding.usesRules ? loadRules(taxonomy: taxonomy) : nil, model)
    }

    /// What decides by these parts.
    func classifier(_ ruleSet: RuleSet?, _ model: (any TextModel)?) throws(IlkError) -> any TextClassifier {
        if let model { try checkKind(of: model) }
        guard let ruleSet else {
            guard let model else {
                throw nothingDecides(taxonomy ?? .documentType)
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
}
