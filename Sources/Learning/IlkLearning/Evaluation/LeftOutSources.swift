import IlkTraining
public import IlkModels
import IlkPipeline
public import IlkRules
public import IlkVocabulary

/// Measures on texts of sources that were not learned from: trains once for each fold, whole sources left out.
public struct LeftOutSources: Sendable {
    /// What is taken away to see what it is worth.
    public enum Variant: String, CaseIterable, Sendable, Codable {
        /// Rules and model.
        case fused
        /// The model alone.
        case bayes
        /// The rules alone.
        case rules
        /// The model alone, without the shape of the text.
        case wordsAndFrames
    }

    /// The rules.
    public let ruleSet: RuleSet
    /// How models are trained.
    public let settings: BayesSettings
    /// How many folds the sources are divided into.
    public let folds: Int

    /// A measurement with these rules and settings.
    public init(ruleSet: RuleSet, settings: BayesSettings = BayesSettings(), folds: Int = 5) {
        self.ruleSet = ruleSet
        self.settings = settings
        self.folds = folds
    }

    /// The outcomes on all texts that were left out in some fold, variant by variant.
    ///
    /// - Parameters:
    ///   - texts: What is learned from and measured on; each has a source.
    ///   - always: Texts that are learned from in every fold and never measured on.
    ///   - progress: Called with the number of the fold that begins, from 1, and the number of folds. What it throws ends
    ///     the measurement.
    public func evaluate(
        _ texts: [LabelledText], alwaysLearning always: [LabelledText] = [],
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

    private func measure(
        _ learned: [LabelledText], _ left: [LabelledText], _ variants: [Variant]
    ) throws -> [Variant: Evaluation] {
        var result: [Variant: Evaluation] = [:]
        let needsModel = variants.contains(.fused) || variants.contains(.bayes)
        let model = needsModel ? try train(learned, settings, BayesSearch()) : nil
        for variant in variants {
            let classifier: any TextClassifier
            switch variant {
            case .rules: classifier = RulesClassifier(ruleSet)
            case .wordsAndFrames:
                let plain = BayesSettings(families: [.words, .frames], prior: settings.prior)
                classifier = ModelClassifier(try train(learned, plain, nil))
            case .bayes, .fused:
                guard let model else { continue }
                classifier =
                    variant == .bayes
                    ? ModelClassifier(model) : try FusedClassifier(rules: ruleSet, model: model)
            }
            result[variant] = try Evaluator().evaluate(Pipeline(classifier: classifier), on: left)
        }
        return result
    }

    private func train(
        _ texts: [LabelledText], _ settings: BayesSettings, _ search: BayesSearch?
    ) throws -> BayesModel {
        let bytes = try TrainingRun(taxonomy: ruleSet.taxonomy, settings: settings, search: search)
            .train(texts, beside: ruleSet)
        return try BayesModel(ModelStorage(copying: bytes))
    }
}
