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
        /// The chosen type, with the figures that decided.
        public var choice: KindChoice
        /// The result of the hyperparameter search, if a Bayes model was chosen.
        public var bayes: BayesChoice?
        /// The calibration of a Bayes model on held-out sources, or `nil`.
        public var calibration: SourceCalibration?
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

    /// Cross-validates both types on the same folds, and trains the better one on all texts.
    ///
    /// If all texts have sources, and each category has at least two sources, the folds consist of whole
    /// sources. The result then estimates the accuracy on texts from other sources.
    ///
    /// - Parameters:
    ///   - texts: The training texts. Texts with labels outside the taxonomy are ignored.
    ///   - rules: The rules that a Bayes model will be combined with, to fit their weights, or `nil`.
    ///   - wish: The options of the model file.
    ///   - progress: Called repeatedly. An error thrown here ends the run.
    /// - Returns: The model file and the reason for its type.
    /// - Throws: `TextError` if ICU is not available, `FormatError` if a model cannot be written or read, and
    ///   the errors of `progress`.
    public func train(
        _ texts: [LabeledText], beside rules: RuleSet? = nil, wish: ModelFileOptions = ModelFileOptions(),
        progress: () throws -> Void = {}
    ) throws -> Result {
        let hasSources = texts.contains { $0.source != nil }
        let learning = PreparedTexts(texts, taxonomy: taxonomy, folds: linear.folds, bySource: hasSources)
        guard taxonomy.count <= BayesSearch.maximumCategories else {
            return try trainBayes(texts, rules, wish, KindChoice(.bayes, for: .manyCategories), progress)
        }
        guard learning.texts.count >= Self.fewestTexts else {
            return try trainBayes(texts, rules, wish, KindChoice(.bayes, for: .fewTexts), progress)
        }
        if let mostBytes = wish.maximumBytes {
            return try trainWithin(mostBytes, texts, learning, rules, wish, progress)
        }
        func check() throws { try progress() }
        let counted = try TrainingRun(taxonomy: taxonomy, settings: bayes).trained(
            texts, beside: rules, wish: wish
        ) { _ in try progress() }
        let right = try counted.trainer.correctTexts(
            inFolds: learning.texts.map(\.fold), check: check)
        let run = LinearTrainingRun(taxonomy: taxonomy, settings: linear)
        let trainer =
            try LinearTrainer(
                counted: counted.trainer, settings: linear,
                texts: learning.texts.map { ($0.weight, $0.fold) })
            ?? run.trainer(learning) { _ in try progress() }
        let fitted = try run.build(
            trainer, learning, of: texts, nil, tables: counted.tables, check: check)
        let choice = KindChoice(
            bayes: Double(right) / Double(learning.texts.count), linear: fitted.choice.taken?.accuracy ?? 0,
            leaveOneSourceOut: learning.leavesOutSources)
        let made = counted.result
        return choice.taken == .linear
            ? Result(bytes: fitted.bytes, choice: choice)
            : Result(bytes: made.bytes, choice: choice, bayes: made.choice, calibration: made.calibration)
    }

    /// Trains a model of a given type, without the cross-validation of both types.
    ///
    /// - Parameters:
    ///   - texts: The training texts. Texts with labels outside the taxonomy are ignored.
    ///   - kind: The type of model.
    ///   - rules: The rules that a Bayes model will be combined with, to fit their weights, or `nil`.
    ///   - progress: Called repeatedly. An error thrown here ends the run.
    /// - Returns: The bytes of the model file.
    /// - Throws: `TextError` if ICU is not available, `FormatError` if the model cannot be written, and the
    ///   errors of `progress`.
    public func train(
        _ texts: [LabeledText], as kind: ModelKind, beside rules: RuleSet? = nil,
        progress: () throws -> Void = {}
    ) throws -> [UInt8] {
        switch kind {
        case .bayes:
            try counted(texts, rules, ModelFileOptions(), progress).bytes
        case .linear:
            try LinearTrainingRun(taxonomy: taxonomy, settings: linear).train(texts) { _ in try progress() }
                .bytes
        }
    }

    /// Chooses between models of both types within a size limit in bytes.
    private func trainWithin(
        _ mostBytes: Int, _ texts: [LabeledText], _ learning: PreparedTexts, _ rules: RuleSet?,
        _ wish: ModelFileOptions, _ progress: () throws -> Void
    ) throws -> Result {
        let run = LinearTrainingRun(taxonomy: taxonomy, settings: linear)
        guard
            let built = try Self.orNilIfTooLarge({
                try run.train(texts, mostBytes: mostBytes) { _ in try progress() }
            })
        else {
            return try trainBayes(texts, rules, wish, KindChoice(.bayes, for: .noLinearSoSmall), progress)
        }
        let made = try Self.orNilIfTooLarge {
            try trainBayes(texts, rules, wish, KindChoice(.bayes, for: .fewTexts), progress)
        }
        guard let made else {
            return Result(bytes: built.bytes, choice: KindChoice(.linear, for: .noBayesSoSmall))
        }
        // The cost of errors is chosen once on all texts. Choosing it again in each fold would take five
        // times as long.
        var settings = linear
        settings.costs = [built.choice.cost]
        let fixed = LinearTrainingRun(taxonomy: taxonomy, settings: settings)
        let ofLinear = try right(texts, learning, progress) { texts in
            try Self.orNilIfTooLarge {
                try fixed.train(texts, mostBytes: mostBytes, includesTextTables: false) { _ in
                    try progress()
                }.bytes
            }
        }
        var fast = wish
        fast.includesTextTables = false
        let ofBayes = try right(texts, learning, progress) { texts in
            try Self.orNilIfTooLarge { try counted(texts, nil, fast, progress).bytes }
        }
        let count = Double(learning.texts.count)
        let choice = KindChoice(
            bayes: Double(ofBayes) / count, linear: Double(ofLinear) / count,
            leaveOneSourceOut: learning.leavesOutSources, mostBytes: mostBytes)
        return choice.taken == .linear
            ? Result(bytes: built.bytes, choice: choice)
            : Result(bytes: made.bytes, choice: choice, bayes: made.bayes, calibration: made.calibration)
    }

    /// Returns the result, or `nil` if no model fits the size limit.
    private static func orNilIfTooLarge<Made>(_ make: () throws -> Made) throws -> Made? {
        do {
            return try make()
        } catch let error as FormatError where error.code == .tooLarge {
            return nil
        }
    }

    private func counted(
        _ texts: [LabeledText], _ rules: RuleSet?, _ wish: ModelFileOptions, _ progress: () throws -> Void
    ) throws -> TrainingRun.Result {
        try TrainingRun(taxonomy: taxonomy, settings: bayes).run(texts, beside: rules, wish: wish) { _ in
            try progress()
        }
    }

    private func trainBayes(
        _ texts: [LabeledText], _ rules: RuleSet?, _ wish: ModelFileOptions, _ choice: KindChoice,
        _ progress: () throws -> Void
    ) throws -> Result {
        let made = try counted(texts, rules, wish, progress)
        return Result(
            bytes: made.bytes, choice: choice, bayes: made.choice, calibration: made.calibration)
    }

    /// Returns the number of correctly predicted texts in cross-validation. `make` returns `nil` if no model
    /// can be made.
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
