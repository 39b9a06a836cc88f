public import IlkTraining
public import IlkModels
public import IlkRules
import IlkText
public import IlkVocabulary

/// Trains the type of model (Bayes or linear) with the higher cross-validated accuracy.
public struct AutomaticTrainingRun: Sendable {
    /// The trained model and the reason for its type.
    public struct Result: Sendable {
        /// The bytes of the model file.
        public var bytes: [UInt8]
        /// The chosen type, with the figures on which the choice is based.
        public var choice: KindChoice
        /// The result of the hyperparameter search, if a Bayes model was chosen.
        public var bayes: BayesChoice?
        /// The calibration of a Bayes model on held-out sources. It is `nil` for a linear model and if no
        /// sources were held out.
        public var calibration: SourceCalibration?
        /// The time limit that the training reached, or `nil` if the training was completed.
        public var timeLimit: TimeLimitMark?
        /// The parts of the training that the time limit cut short.
        fileprivate var unfinished: [TimeLimitMark.Part] = []

        /// Creates the result for a Bayes model.
        ///
        /// - Parameter isCompared: `false` if the Bayes model was not compared with a completed linear model.
        fileprivate init(_ made: TrainingRun.Counted, _ choice: KindChoice, isCompared: Bool = true) {
            (bytes, self.choice) = (made.result.bytes, choice)
            (bayes, calibration) = (made.result.choice, made.result.calibration)
            unfinished = made.unfinished + (isCompared ? [] : [.comparison])
        }

        /// Creates the result for a linear model.
        ///
        /// - Parameter isCompared: `false` if the linear model was not compared with a completed Bayes model.
        fileprivate init(_ made: LinearTrainingRun.Trained, _ choice: KindChoice, isCompared: Bool = true) {
            (bytes, self.choice) = (made.bytes, choice)
            unfinished = made.unfinished + (isCompared ? [] : [.comparison])
        }

        /// Creates the result for the chosen one of two models.
        fileprivate init(
            _ bayes: TrainingRun.Counted, _ linear: LinearTrainingRun.Trained, _ choice: KindChoice
        ) {
            self =
                choice.selected == .linear
                ? Result(linear, choice, isCompared: bayes.unfinished.isEmpty)
                : Result(bayes, choice, isCompared: linear.unfinished.isEmpty)
        }

        /// Returns the result with the reached time limit recorded in its model file.
        fileprivate func marked(_ budget: TimeBudget?) throws -> Result {
            var result = self
            result.timeLimit = try budget?.mark(unfinished, &result.bytes)
            return result
        }
    }

    /// The categories of the model.
    public let taxonomy: Taxonomy
    /// The settings of the Bayes model.
    public let bayes: BayesSettings
    /// The settings of the linear model.
    public let linear: LinearSettings

    /// The minimum number of texts for a comparison. With fewer texts, a Bayes model is trained.
    static let fewestTexts = 100

    /// Creates a training run.
    ///
    /// - Parameters:
    ///   - taxonomy: The categories of the model.
    ///   - bayes: The settings of the Bayes model.
    ///   - linear: The settings of the linear model.
    public init(
        taxonomy: Taxonomy, bayes: BayesSettings = BayesSettings(), linear: LinearSettings = LinearSettings()
    ) {
        self.taxonomy = taxonomy
        self.bayes = bayes
        self.linear = linear
    }

    /// Cross-validates a Bayes model and a linear model on the same folds, and trains the better one on all
    /// texts. If there are few texts or many categories, trains a Bayes model without a comparison.
    ///
    /// If all texts have sources, and each category has at least two sources, the folds consist of whole
    /// sources. The result then estimates the accuracy on texts from other sources.
    ///
    /// - Parameters:
    ///   - texts: The training texts. Texts with labels outside the taxonomy are ignored.
    ///   - rules: The rules that will be combined with a Bayes model, or `nil`. If a Bayes model is trained,
    ///     the weights of the rules are fitted on top of it.
    ///   - options: The options of the model file.
    ///   - budget: The time limit, or `nil`. If the limit is reached, the file contains the best model found
    ///     so far and states the limit. That model depends on the speed of the machine.
    ///   - progress: Called repeatedly. An error thrown here ends the run.
    /// - Returns: The model file and the reason for its type.
    /// - Throws: `TextError` if ICU is not available, `FormatError` if a model cannot be written or read,
    ///   ``TimeLimitReached`` if no model was complete, and the errors of `progress`.
    /// - Complexity: A training and a cross-validation of each type.
    public func train(
        _ texts: [LabeledText], beside rules: RuleSet? = nil, options: ModelFileOptions = ModelFileOptions(),
        budget: TimeBudget? = nil, progress: () throws -> Void = {}
    ) throws -> Result {
        let hasSources = texts.contains { $0.source != nil }
        let learning = PreparedTexts(texts, taxonomy: taxonomy, folds: linear.folds, bySource: hasSources)
        let limits = Limits(options: options.leavingRoom(for: budget), budget: budget)
        guard taxonomy.count <= BayesSearch.maximumCategories else {
            return try trainBayes(texts, rules, limits, .manyCategories, progress).marked(budget)
        }
        guard learning.texts.count >= Self.fewestTexts else {
            return try trainBayes(texts, rules, limits, .fewTexts, progress).marked(budget)
        }
        if let mostBytes = options.maximumBytes {
            return try trainWithin(mostBytes, texts, learning, rules, limits, progress).marked(budget)
        }
        let counted = try TrainingRun(taxonomy: taxonomy, settings: bayes).trained(
            texts, beside: rules, options: options, budget: budget, searchShare: Self.bayesSearchShare,
            keepsTrainer: true
        ) { _ in try progress() }
        do {
            return try better(counted, texts, learning, budget, progress).marked(budget)
        } catch is TimeLimitReached {
            return try Result(counted, KindChoice(.bayes, for: .timeLimit), isCompared: false)
                .marked(budget)
        }
    }

    /// The size and time limits of a training.
    private struct Limits {
        var options: ModelFileOptions
        var budget: TimeBudget?
    }

    /// The share of the time after counting that the search for the settings of the Bayes model can take. The
    /// linear model needs several times as much.
    private static let bayesSearchShare = 0.2

    /// Trains a linear model with the features of a Bayes model, and returns the better model.
    ///
    /// - Throws: ``TimeLimitReached`` if the limit was reached before the models could be compared.
    private func better(
        _ counted: TrainingRun.Counted, _ texts: [LabeledText], _ learning: PreparedTexts,
        _ budget: TimeBudget?, _ progress: () throws -> Void
    ) throws -> Result {
        func check() throws {
            try budget?.check()
            try progress()
        }
        let right = try counted.trainer.correctTexts(
            inFolds: learning.texts.map(\.fold), check: check)
        let run = LinearTrainingRun(taxonomy: taxonomy, settings: linear)
        let trainer =
            try LinearTrainer(
                counted: counted.trainer, settings: linear,
                texts: learning.texts.map { ($0.weight, $0.fold) })
            ?? run.trainer(learning, budget) { _ in try progress() }
        let fitted = try run.build(
            trainer, learning, of: texts, nil, tables: counted.tables, budget: budget, check: check)
        let accuracy = fitted.choice.selected?.accuracy
        guard accuracy != nil || fitted.unfinished.isEmpty else { throw TimeLimitReached() }
        let choice = KindChoice(
            bayes: Double(right) / Double(learning.texts.count), linear: accuracy ?? 0,
            leaveOneSourceOut: learning.leavesOutSources)
        return Result(counted, fitted, choice)
    }

    /// Trains a model of a given type, without the cross-validation of both types.
    ///
    /// - Parameters:
    ///   - texts: The training texts. Texts with labels outside the taxonomy are ignored.
    ///   - kind: The type of model.
    ///   - rules: The rules that will be combined with a Bayes model, or `nil`. If a Bayes model is trained,
    ///     the weights of the rules are fitted on top of it.
    ///   - progress: Called repeatedly. An error thrown here ends the run.
    /// - Returns: The bytes of the model file.
    /// - Throws: `TextError` if ICU is not available, `FormatError` if the model cannot be written, and the
    ///   errors of `progress`.
    /// - Complexity: As ``TrainingRun/train(_:beside:progress:)`` or `LinearTrainingRun.train`.
    public func train(
        _ texts: [LabeledText], as kind: ModelKind, beside rules: RuleSet? = nil,
        progress: () throws -> Void = {}
    ) throws -> [UInt8] {
        switch kind {
        case .bayes:
            try counted(texts, rules, Limits(options: ModelFileOptions()), progress).result.bytes
        case .linear:
            try LinearTrainingRun(taxonomy: taxonomy, settings: linear).train(texts) { _ in try progress() }
                .bytes
        }
    }

    /// Chooses between models of both types within a size limit in bytes.
    private func trainWithin(
        _ mostBytes: Int, _ texts: [LabeledText], _ learning: PreparedTexts, _ rules: RuleSet?,
        _ limits: Limits, _ progress: () throws -> Void
    ) throws -> Result {
        let run = LinearTrainingRun(taxonomy: taxonomy, settings: linear)
        func linearModel() throws -> LinearTrainingRun.Trained? {
            try FormatError.nilIfTooLarge {
                try run.trained(texts, mostBytes: limits.options.maximumBytes, budget: limits.budget) { _ in
                    try progress()
                }
            }
        }
        let made: TrainingRun.Counted
        do {
            made = try counted(texts, rules, limits, progress)
        } catch  where FormatError.isTooLarge(error) {
            guard let built = try linearModel() else { throw error }
            return Result(built, KindChoice(.linear, for: .noBayesSoSmall))
        }
        do {
            guard let built = try linearModel() else {
                return Result(made, KindChoice(.bayes, for: .noLinearSoSmall))
            }
            let choice = try compare(built.choice.cost, within: mostBytes, texts, learning, limits) {
                try limits.budget?.check()
                try progress()
            }
            return Result(made, built, choice)
        } catch is TimeLimitReached {
            return Result(made, KindChoice(.bayes, for: .timeLimit), isCompared: false)
        }
    }

    /// Cross-validates both types within a size limit in bytes.
    ///
    /// - Parameter cost: The error cost (*C*) of the linear model. It was chosen once on all texts, because
    ///   choosing it again in each fold would take five times as long.
    private func compare(
        _ cost: Double, within mostBytes: Int, _ texts: [LabeledText], _ learning: PreparedTexts,
        _ limits: Limits, _ check: () throws -> Void
    ) throws -> KindChoice {
        var settings = linear
        settings.costs = [cost]
        let fixed = LinearTrainingRun(taxonomy: taxonomy, settings: settings)
        let ofLinear = try right(texts, learning, check) { texts in
            try FormatError.nilIfTooLarge {
                try fixed.trained(texts, mostBytes: limits.options.maximumBytes, includesTextTables: false) {
                    _ in try check()
                }.bytes
            }
        }
        var fast = Limits(options: limits.options)
        fast.options.includesTextTables = false
        let ofBayes = try right(texts, learning, check) { texts in
            try FormatError.nilIfTooLarge { try counted(texts, nil, fast, check).result.bytes }
        }
        let count = Double(learning.texts.count)
        return KindChoice(
            bayes: Double(ofBayes) / count, linear: Double(ofLinear) / count,
            leaveOneSourceOut: learning.leavesOutSources, mostBytes: mostBytes)
    }

    private func counted(
        _ texts: [LabeledText], _ rules: RuleSet?, _ limits: Limits, _ progress: () throws -> Void
    ) throws -> TrainingRun.Counted {
        try TrainingRun(taxonomy: taxonomy, settings: bayes).trained(
            texts, beside: rules, options: limits.options, budget: limits.budget
        ) { _ in try progress() }
    }

    private func trainBayes(
        _ texts: [LabeledText], _ rules: RuleSet?, _ limits: Limits, _ reason: KindChoice.Reason,
        _ progress: () throws -> Void
    ) throws -> Result {
        Result(try counted(texts, rules, limits, progress), KindChoice(.bayes, for: reason))
    }

    /// Returns the number of correctly predicted texts in cross-validation. `make` trains a model on the
    /// given texts and returns its file, or `nil` if no model fits the size limit.
    private func right(
        _ texts: [LabeledText], _ learning: PreparedTexts, _ progress: () throws -> Void,
        _ make: ([LabeledText]) throws -> [UInt8]?
    ) throws -> Int {
        let known = texts.filter { taxonomy.index(of: $0.category) != nil }
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var scratch = ModelScratch()
        var right = 0
        for fold in Set(learning.texts.map(\.fold)).sorted() {
            let learned = known.indices.filter { learning.texts[$0].fold != fold }.map { known[$0] }
            guard let bytes = try make(learned) else { continue }
            let model = try ModelReader.read(ModelStorage(copying: bytes))
            for text in learning.texts where text.fold == fold {
                analyzer.analyze(text.text, into: &analysis)
                var scores = [Double](repeating: 0, count: taxonomy.count)
                model.score(analysis, using: &scratch, into: &scores)
                let best = scores.indices.max { (scores[$0], $1) < (scores[$1], $0) }
                if best == text.labels.first { right += 1 }
            }
            try progress()
        }
        return right
    }
}
