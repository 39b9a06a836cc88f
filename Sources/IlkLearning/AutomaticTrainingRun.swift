public import IlkModels
public import IlkRules
import IlkText
public import IlkVocabulary

/// Makes a model of labelled texts of the kind that is right more often on texts left out.
public struct AutomaticTrainingRun: Sendable {
    /// What was made, and why.
    public struct Result: Sendable {
        /// The bytes of the model file.
        public var bytes: [UInt8]
        /// Which kind it is of, and by which figures.
        public var choice: KindChoice
    }

    /// What the model decides among.
    public let taxonomy: Taxonomy
    /// How naive Bayes is counted.
    public let bayes: BayesSettings
    /// How a linear model is fitted.
    public let linear: LinearSettings

    /// With fewer texts than this there is nothing to choose by, and naive Bayes is taken.
    static let fewestTexts = 100

    /// A run that makes models of a taxonomy.
    public init(
        taxonomy: Taxonomy, bayes: BayesSettings = BayesSettings(), linear: LinearSettings = LinearSettings()
    ) {
        self.taxonomy = taxonomy
        self.bayes = bayes
        self.linear = linear
    }

    /// Cross-validates both kinds on the same folds, and trains the better one on all texts.
    ///
    /// Where texts name their sources, and each category has two, whole sources are left out: what counts is texts from
    /// elsewhere.
    ///
    /// - Parameters:
    ///   - texts: What is learned from. Texts of other categories than the taxonomy's are left out.
    ///   - rules: Rules that a model of counts will decide beside, whose weights it learns; nil for none.
    ///   - progress: Called now and then; what it throws ends the run.
    /// - Throws: `TextError` when ICU is not to be had, `ModelError` when a model cannot be written or read.
    public func train(
        _ texts: [LabelledText], beside rules: RuleSet? = nil, progress: () throws -> Void = {}
    ) throws -> Result {
        let hasSources = texts.contains { $0.source != nil }
        let learning = LearningTexts(texts, taxonomy: taxonomy, folds: linear.folds, bySource: hasSources)
        guard learning.texts.count >= Self.fewestTexts else {
            return Result(bytes: try trainBayes(texts, rules, progress), choice: KindChoice())
        }
        let run = LinearTrainingRun(taxonomy: taxonomy, settings: linear)
        // Folds of whole sources are for the choice of the kind alone; a model's own folds are of texts.
        let built = learning.leavesOutSources ? nil : try run.train(learning) { _ in try progress() }
        let fitted = try built?.choice ?? run.crossValidate(learning)
        let right = try rightOfBayes(learning, progress)
        let choice = KindChoice(
            bayes: Double(right) / Double(learning.texts.count), linear: fitted.taken?.accuracy ?? 0,
            leftOutSources: learning.leavesOutSources)
        guard choice.taken == .linear else {
            return Result(bytes: try trainBayes(texts, rules, progress), choice: choice)
        }
        let bytes = try built?.bytes ?? run.train(texts) { _ in try progress() }.bytes
        return Result(bytes: bytes, choice: choice)
    }

    private func trainBayes(
        _ texts: [LabelledText], _ rules: RuleSet?, _ progress: () throws -> Void
    ) throws -> [UInt8] {
        try TrainingRun(taxonomy: taxonomy, settings: bayes).train(texts, beside: rules) { _ in
            try progress()
        }
    }

    /// How many texts naive Bayes gives their own category when their fold is left out.
    private func rightOfBayes(_ learning: LearningTexts, _ progress: () throws -> Void) throws -> Int {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = TextAnalysis()
        var scratch = ModelScratch()
        var right = 0
        for fold in Set(learning.texts.map(\.fold)).sorted() {
            var trainer = BayesTrainer(taxonomy: taxonomy, settings: bayes)
            for text in learning.texts where text.fold != fold {
                analyzer.analyze(text.text, into: &analysis)
                trainer.add(analysis, category: text.category, weight: text.weight)
            }
            try progress()
            let bytes = try trainer.build(scales: trainer.fitScales(), includesCounts: false)
            let model = try BayesModel(ModelStorage(copying: bytes))
            for text in learning.texts where text.fold == fold {
                analyzer.analyze(text.text, into: &analysis)
                var scores = [Double](repeating: 0, count: taxonomy.count)
                model.score(analysis, using: &scratch, into: &scores)
                let best = scores.indices.max { (scores[$0], $1) < (scores[$1], $0) }
                if best == text.category { right += 1 }
            }
            try progress()
        }
        return right
    }
}
