public import IlkFiles
import IlkModels
public import IlkPipeline
import IlkRules
public import IlkVocabulary

/// The description of a pipeline: its rules, its model, and the way they are combined. Rules and model are
/// built in or come from files.
public struct PipelineAssembly: Sendable {
    /// The parts of a pipeline that determine verdicts: rules, a model, or both.
    public enum ClassifierType: String, Sendable, CaseIterable {
        /// Rules and model combined.
        case fused
        /// The model alone, which must be a naive Bayes model.
        case bayes
        /// The model alone, which must be a linear model.
        case linear
        /// The rules alone.
        case rules

        /// `true` if rules are used.
        public var usesRules: Bool { self == .fused || self == .rules }
    }

    /// The source of the model.
    public enum Model: Sendable, Hashable {
        /// The active version of the registry or, without an active version, the built-in model.
        case active
        /// The built-in model.
        case builtIn
        /// A version of the registry, by its name or a prefix of its digest.
        case version(String)
        /// A model file.
        case file(String)
        /// No model.
        case none
    }

    /// The parts of a pipeline that determine verdicts: rules, a model, or both.
    public var classifierType: ClassifierType
    /// The taxonomy, or `nil` for the model's taxonomy. Without a model, `nil` means document types.
    public var taxonomy: Taxonomy?
    /// The label set whose labels the model is mapped to, or `nil` to require the labels of ``taxonomy``.
    public private(set) var labelSet: LabelSet?
    /// The layers of rules.
    public var rules: RuleStack
    /// The source of the model.
    public var model: Model
    /// The minimum probabilities for a prediction.
    public var thresholds: PredictionThresholds
    /// The user's folders, with the model registry.
    public var folders: IlkFolders

    /// Creates an assembly.
    ///
    /// - Parameters:
    ///   - classifier: The parts of a pipeline that determine verdicts: rules, a model, or both.
    ///   - taxonomy: The taxonomy, or `nil` for the model's.
    ///   - rules: The layers of rules.
    ///   - model: The source of the model.
    ///   - thresholds: The minimum probabilities for a prediction.
    ///   - folders: The user's folders, with the model registry.
    public init(
        classifier: ClassifierType = .fused, taxonomy: Taxonomy? = nil, rules: RuleStack = .default,
        model: Model = .active, thresholds: PredictionThresholds = PredictionThresholds(),
        folders: IlkFolders
    ) {
        classifierType = classifier
        self.taxonomy = taxonomy
        self.rules = rules
        self.model = model
        self.thresholds = thresholds
        self.folders = folders
    }

    /// Uses the labels, the rules and the thresholds of a label set.
    ///
    /// - Parameter set: The set.
    public mutating func use(_ set: LabelSet) {
        taxonomy = set.taxonomy
        labelSet = set
        rules.layers += set.rules.map { .files($0) }
        thresholds = PredictionThresholds(
            set.threshold ?? thresholds.defaultThreshold, byCategory: set.thresholds)
    }

    /// Creates the pipeline.
    ///
    /// Built-in rules are ignored if the model has another taxonomy. Rules that are named explicitly must
    /// match the model.
    ///
    /// - Parameter corrections: The human labels of corrected texts. The keys are the digests of the texts.
    /// - Throws: ``IlkError`` if a file cannot be read or does not match the taxonomy.
    /// - Complexity: O(*n*) in the size of the model, the rules and the corrections.
    public func pipeline(corrections: [ContentDigest: [Category]] = [:]) throws(IlkError) -> Pipeline {
        pipeline(by: try classifier(), corrections: corrections)
    }

    /// Creates a pipeline with the thresholds and the default label of the assembly.
    ///
    /// - Parameters:
    ///   - classifier: The classifier.
    ///   - corrections: The human labels of corrected texts. The keys are the digests of the texts. Merged
    ///     labels count for the labels into which they were merged, and retired labels are ignored.
    ///   - overlay: The effect of corrections on other texts, or `nil` for none.
    public func pipeline(
        by classifier: any TextClassifier, corrections: [ContentDigest: [Category]] = [:],
        overlay: CorrectionOverlay? = nil
    ) -> Pipeline {
        var corrections = corrections
        if let labelSet, !labelSet.merged.isEmpty || !labelSet.retired.isEmpty {
            let taxonomy = classifier.taxonomy
            corrections = corrections.compactMapValues { labelSet.current($0, in: taxonomy) }
        }
        return Pipeline(
            classifier: classifier, threshold: thresholds, corrections: corrections, overlay: overlay,
            defaultLabel: labelSet?.defaultLabel)
    }

    private func classifier() throws(IlkError) -> any TextClassifier {
        let model = classifierType == .rules ? nil : try loadModel()
        let taxonomy = try taxonomy(by: model)
        return try classifier(classifierType.usesRules ? loadRules(taxonomy: taxonomy) : nil, model)
    }

    /// Returns the classifier for rules, a model or both. At least one of them is required.
    func classifier(_ ruleSet: RuleSet?, _ model: (any TextModel)?) throws(IlkError) -> any TextClassifier {
        if let model { try checkKind(of: model) }
        guard let ruleSet else {
            guard let model else {
                throw nothingDecides(taxonomy ?? .documentType)
            }
            return ModelClassifier(model, labels: labelMap(of: model))
        }
        guard let model else {
            return RulesClassifier(ruleSet, isMultilabel: taxonomy?.isMultilabel ?? false)
        }
        do {
            return try FusedClassifier(rules: ruleSet, model: model, labels: labelMap(of: model))
        } catch {
            throw IlkError(.configuration, error.description)
        }
    }

    /// Returns the map from a model's labels to the labels of the label set, or `nil` if both have the same
    /// labels.
    private func labelMap(of model: any TextModel) -> LabelMap? {
        guard let labelSet, labelSet.taxonomy.categories != model.taxonomy.categories else { return nil }
        return LabelMap(from: model, to: labelSet)
    }

    private func checkKind(of model: any TextModel) throws(IlkError) {
        switch (classifierType, model.kind) {
        case (.bayes, .linear), (.linear, .bayes):
            throw IlkError(
                .configuration,
                "the model is of the kind '\(model.kind.rawValue)', not '\(classifierType.rawValue)'",
                hint: "to use this model without rules, use: --classifier \(model.kind.rawValue)")
        default: return
        }
    }
}
