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
        /// What the search for the settings of naive Bayes found, where that was taken.
        public var bayes: BayesChoice?
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
    ///   - wish: What the file is to be.
    ///   - progress: Called now and then; what it throws ends the run.
    /// - Throws: `TextError` when ICU is not to be had, `ModelError` when a model cannot be written or read.
    public func train(
        _ texts: [LabelledText], beside rules: RuleSet? = nil, wish: ModelFileWish = ModelFileWish(),
        progress: () throws -> Void = {}
    ) throws -> Result {
        let hasSources = texts.contains { $0.source != nil }
        let learning = LearningTexts(texts, taxonomy: taxonomy, folds: linear.folds, bySource: hasSources)
        guard learning.texts.count >= Self.fewestTexts else {
            return try trainBayes(texts, rules, wish, KindChoice(), progress)
        }
        let run = LinearTrainingRun(taxonomy: taxonomy, settings: linear)
        // Folds of whole sources are for the choice of the kind alone; a model's own folds are of texts.
        let built =
            learning.leavesOutSources
            ? nil : try run.train(learning, of: texts, wish.mostBytes) { _ in try progress() }
        let fitted = try built?.choice ?? run.crossValidate(learning)
        let right = try rightOfBayes(texts, learning, progress)
        let choice = KindChoice(
            bayes: Double(right) / Double(learning.texts.count), linear: fitted.taken?.accuracy ?? 0,
            leftOutSources: learning.leavesOutSources)
        guard choice.taken == .linear else {
            return try trainBayes(texts, rules, wish, choice, progress)
        }
        let bytes =
            try built?.bytes ?? run.train(texts, mostBytes: wish.mostBytes) { _ in try progress() }.bytes
        return Result(bytes: bytes, choice: choice)
    }

    private func trainBayes(
        _ texts: [LabelledText], _ rules: RuleSet?, _ wish: ModelFileWish, _ choice: KindChoice,
        _ progress: () throws -> Void
    ) throws -> Result {
        let made = try TrainingRun(taxonomy: taxonomy, settings: bayes).run(
            texts, beside: rules, wish: wish
        ) { _ in
            try progress()
        }
        return Result(bytes: made.bytes, choice: choice, bayes: made.choice)
    }

    /// How many texts naive Bayes gives their own category when their fold is left out.
    private func rightOfBayes(
        _ texts: [LabelledText], _ learning: LearningTexts, _ progress: () throws -> Void
    ) throws -> Int {
        let known = texts.filter { taxonomy.index(of: $0.category) != nil }
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = TextAnalysis()
        var scratch = ModelScratch()
        var right = 0
        for fold in Set(learning.texts.map(\.fold)).sorted() {
            let learned = known.indices.filter { learning.texts[$0].fold != fold }.map { known[$0] }
            let bytes = try TrainingRun(taxonomy: taxonomy, settings: bayes).train(learned) { _ in
                try progress()
            }
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
