import IlkTraining
public import IlkModels
public import IlkPipeline
public import IlkRules
public import IlkVocabulary

/// An evaluation that tests classifiers on texts from new sources: each fold holds out all texts of some
/// sources.
public struct LeaveOneSourceOutEvaluation: Sendable {
    /// A classifier to evaluate: the full pipeline or only a part of it (ablation study).
    public enum Variant: String, CaseIterable, Sendable, Codable {
        /// Rules and model.
        case fused
        /// The model alone.
        case bayes
        /// The rules alone.
        case rules
        /// The model alone, with unigrams and skeleton bigrams only.
        case unigramsAndSkeletonBigrams
    }

    /// The rules.
    public let ruleSet: RuleSet
    /// The settings of the Bayes models.
    public let settings: BayesSettings
    /// The number of folds.
    public let folds: Int
    /// The minimum probabilities of a prediction.
    public let thresholds: PredictionThresholds

    /// Creates an evaluation.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules. The evaluation uses the taxonomy of the rules.
    ///   - settings: The settings of the Bayes models.
    ///   - folds: The number of folds into which the sources are divided.
    ///   - thresholds: The minimum probabilities of a prediction.
    public init(
        ruleSet: RuleSet, settings: BayesSettings = BayesSettings(), folds: Int = 5,
        thresholds: PredictionThresholds = PredictionThresholds()
    ) {
        self.ruleSet = ruleSet
        self.settings = settings
        self.folds = folds
        self.thresholds = thresholds
    }

    /// Trains each variant once per fold, without the sources of the fold. Each variant then classifies the
    /// texts of these sources.
    ///
    /// - Parameters:
    ///   - texts: The labeled texts. Each should have a source.
    ///   - always: Texts that are used for training in every fold. They are never classified.
    ///   - variants: The variants to evaluate.
    ///   - progress: Called before each fold with the number of the fold, from 1, and the number of folds. An
    ///     error thrown here ends the evaluation.
    /// - Returns: The outcomes of all held-out texts, by variant.
    /// - Throws: The errors of `progress` and of the training.
    /// - Complexity: At most two trainings per fold, and O(*n* · *v*) for texts of length *n* and *v*
    ///   variants.
    public func evaluate(
        _ texts: [LabeledText], alwaysLearning always: [LabeledText] = [],
        variants: [Variant] = Variant.allCases,
        progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> [Variant: Evaluation] {
        let split = SourceFolds(
            categories: texts.map(\.category), sources: texts.map { $0.source ?? "" }, count: folds)
        var result: [Variant: Evaluation] = [:]
        for fold in 0..<split.count {
            try progress(fold + 1, split.count)
            let left = texts.indices.filter { split.foldOfText[$0] == fold }.map { texts[$0] }
            let learned = texts.indices.filter { split.foldOfText[$0] != fold }.map { texts[$0] } + always
            for (variant, evaluation) in try measure(learned, left, variants) {
                result[variant, default: Evaluation(taxonomy: ruleSet.taxonomy)].merge(evaluation)
            }
        }
        return result
    }

    /// Evaluates a classifier by progressive validation (A. Blum, A. Kalai and J. Langford 1999). For each
    /// period except the first, the classifier is trained on the texts of all earlier periods and evaluated
    /// on the texts of the period.
    ///
    /// - Parameters:
    ///   - periods: The labeled texts of each period, oldest first.
    ///   - always: Texts that every training also uses. They are never classified.
    ///   - variant: The classifier.
    ///   - progress: Called before each training with the number of the training, from 1, and the number of
    ///     trainings. An error thrown here ends the evaluation.
    /// - Returns: The outcomes of each period except the first.
    /// - Throws: The errors of `progress` and of the training.
    /// - Complexity: At most two trainings per period.
    public func evaluateProgressively(
        _ periods: [[LabeledText]], alwaysLearning always: [LabeledText] = [], variant: Variant,
        progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> [Evaluation] {
        try periods.indices.dropFirst().map { place in
            try progress(place, periods.count - 1)
            let learned = periods[..<place].flatMap(\.self) + always
            return try measure(learned, periods[place], [variant])[variant]
                ?? Evaluation(taxonomy: ruleSet.taxonomy)
        }
    }

    private func measure(
        _ learned: [LabeledText], _ left: [LabeledText], _ variants: [Variant]
    ) throws -> [Variant: Evaluation] {
        var result: [Variant: Evaluation] = [:]
        let needsModel = variants.contains(.fused) || variants.contains(.bayes)
        let model = needsModel ? try train(learned, settings, BayesSearch()) : nil
        for variant in variants {
            let classifier: any TextClassifier
            switch variant {
            case .rules: classifier = RulesClassifier(ruleSet)
            case .unigramsAndSkeletonBigrams:
                let plain = BayesSettings(
                    featureGroups: [.unigrams, .skeletonBigrams], prior: settings.prior)
                classifier = ModelClassifier(try train(learned, plain, nil))
            case .bayes, .fused:
                guard let model else { continue }
                classifier =
                    variant == .bayes
                    ? ModelClassifier(model) : try FusedClassifier(rules: ruleSet, model: model)
            }
            result[variant] = try Evaluator().evaluate(
                Pipeline(classifier: classifier, threshold: thresholds), on: left)
        }
        return result
    }

    private func train(
        _ texts: [LabeledText], _ settings: BayesSettings, _ search: BayesSearch?
    ) throws -> BayesModel {
        let bytes = try TrainingRun(taxonomy: ruleSet.taxonomy, settings: settings, search: search)
            .train(texts, beside: ruleSet)
        return try BayesModel(ModelStorage(copying: bytes))
    }
}
