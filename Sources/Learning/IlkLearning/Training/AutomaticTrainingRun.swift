public import IlkTraining
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
    /// - Throws: `TextError` when ICU is not to be had, `FormatError` when a model cannot be written or read.
    public func train(
        _ texts: [LabelledText], beside rules: RuleSet? = nil, wish: ModelFileWish = ModelFileWish(),
        progress: () throws -> Void = {}
    ) throws -> Result {
        let hasSources = texts.contains { $0.source != nil }
        let learning = LearningTexts(texts, taxonomy: taxonomy, folds: linear.folds, bySource: hasSources)
        guard taxonomy.count <= BayesSearch.mostCategories else {
            return try trainBayes(texts, rules, wish, KindChoice(.bayes, for: .manyCategories), progress)
        }
        guard learning.texts.count >= Self.fewestTexts else {
            return try trainBayes(texts, rules, wish, KindChoice(.bayes, for: .fewTexts), progress)
        }
        if let mostBytes = wish.mostBytes {
            return try trainWithin(mostBytes, texts, learning, rules, wish, progress)
        }
        let run = LinearTrainingRun(taxonomy: taxonomy, settings: linear)
        // Folds of whole sources are for the choice of the kind alone; a model's own folds are of texts.
        let built =
            learning.leavesOutSources ? nil : try run.train(learning, of: texts, nil) { _ in try progress() }
        let fitted = try built?.choice ?? run.crossValidate(learning) { _ in try progress() }
        let right = try right(texts, learning, progress) {
            try counted($0, nil, ModelFileWish(), progress).bytes
        }
        let choice = KindChoice(
            bayes: Double(right) / Double(learning.texts.count), linear: fitted.taken?.accuracy ?? 0,
            leftOutSources: learning.leavesOutSources)
        guard choice.taken == .linear else {
            return try trainBayes(texts, rules, wish, choice, progress)
        }
        let bytes = try built?.bytes ?? run.train(texts) { _ in try progress() }.bytes
        return Result(bytes: bytes, choice: choice)
    }

    /// Makes a model of a kind that was chosen before, on these texts and others: that takes a sixth of choosing it.
    ///
    /// - Parameters:
    ///   - texts: As for ``train(_:beside:wish:progress:)``.
    ///   - kind: The kind.
    ///   - rules: As there.
    ///   - progress: As there.
    /// - Returns: The bytes of a model file.
    /// - Throws: As there.
    public func train(
        _ texts: [LabelledText], as kind: ModelKind, beside rules: RuleSet? = nil,
        progress: () throws -> Void = {}
    ) throws -> [UInt8] {
        switch kind {
        case .bayes:
            try counted(texts, rules, ModelFileWish(), progress).bytes
        case .linear:
            try LinearTrainingRun(taxonomy: taxonomy, settings: linear).train(texts) { _ in try progress() }
                .bytes
        }
    }

    /// The same with a limit: models of both kinds are held against each other that are no larger.
    private func trainWithin(
        _ mostBytes: Int, _ texts: [LabelledText], _ learning: LearningTexts, _ rules: RuleSet?,
        _ wish: ModelFileWish, _ progress: () throws -> Void
    ) throws -> Result {
        let run = LinearTrainingRun(taxonomy: taxonomy, settings: linear)
        guard
            let built = try Self.small({ try run.train(texts, mostBytes: mostBytes) { _ in try progress() } })
        else {
            return try trainBayes(texts, rules, wish, KindChoice(.bayes, for: .noLinearSoSmall), progress)
        }
        let made = try Self.small {
            try trainBayes(texts, rules, wish, KindChoice(.bayes, for: .fewTexts), progress)
        }
        guard let made else {
            return Result(bytes: built.bytes, choice: KindChoice(.linear, for: .noBayesSoSmall))
        }
        // The cost was chosen on all texts; choosing it for each fold anew would take five times as long.
        var settings = linear
        settings.costs = [built.choice.cost]
        let fixed = LinearTrainingRun(taxonomy: taxonomy, settings: settings)
        let ofLinear = try right(texts, learning, progress) { texts in
            try Self.small { try fixed.train(texts, mostBytes: mostBytes) { _ in try progress() }.bytes }
        }
        let ofBayes = try right(texts, learning, progress) { texts in
            try Self.small { try counted(texts, nil, wish, progress).bytes }
        }
        let count = Double(learning.texts.count)
        let choice = KindChoice(
            bayes: Double(ofBayes) / count, linear: Double(ofLinear) / count,
            leftOutSources: learning.leavesOutSources, mostBytes: mostBytes)
        return choice.taken == .linear
            ? Result(bytes: built.bytes, choice: choice)
            : Result(bytes: made.bytes, choice: choice, bayes: made.bayes)
    }

    /// What is made; nil where no model is as small as wished.
    private static func small<Made>(_ make: () throws -> Made) throws -> Made? {
        do {
            return try make()
        } catch let error as FormatError where error.code == .tooLarge {
            return nil
        }
    }

    private func counted(
        _ texts: [LabelledText], _ rules: RuleSet?, _ wish: ModelFileWish, _ progress: () throws -> Void
    ) throws -> TrainingRun.Result {
        try TrainingRun(taxonomy: taxonomy, settings: bayes).run(texts, beside: rules, wish: wish) { _ in
            try progress()
        }
    }

    private func trainBayes(
        _ texts: [LabelledText], _ rules: RuleSet?, _ wish: ModelFileWish, _ choice: KindChoice,
        _ progress: () throws -> Void
    ) throws -> Result {
        let made = try counted(texts, rules, wish, progress)
        return Result(bytes: made.bytes, choice: choice, bayes: made.choice)
    }

    /// How many texts models of a kind give their own category when their fold is left out.
    ///
    /// - Parameter make: The file of a model of texts; nil where there is none.
    private func right(
        _ texts: [LabelledText], _ learning: LearningTexts, _ progress: () throws -> Void,
        _ make: ([LabelledText]) throws -> [UInt8]?
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
                if best == text.category { right += 1 }
            }
            try progress()
        }
        return right
    }
}
