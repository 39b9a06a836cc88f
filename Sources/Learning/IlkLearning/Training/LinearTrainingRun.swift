import IlkTraining
public import IlkModels
import IlkText
public import IlkVocabulary

/// Makes a linear model of labelled texts.
///
/// It can be made again only where its texts are: nothing can be added to it, taken back, or merged.
public struct LinearTrainingRun: Sendable {
    /// What the model decides among.
    public let taxonomy: Taxonomy
    /// How it is fitted.
    public let settings: LinearSettings

    /// A run that makes models of a taxonomy.
    public init(taxonomy: Taxonomy, settings: LinearSettings = LinearSettings()) {
        self.taxonomy = taxonomy
        self.settings = settings
    }

    /// Chooses the cost of errors by cross-validation, fits, calibrates, and builds the model: the same, byte for byte,
    /// whatever the order of the texts.
    ///
    /// Texts of a source count the less the more of them there are, as in ``TrainingRun``.
    ///
    /// - Parameters:
    ///   - texts: What is learned from. Texts of other categories than the taxonomy's are left out.
    ///   - mostBytes: The most bytes that the file may have.
    ///   - progress: Called now and then with the number of texts read. What it throws ends the run.
    /// - Returns: The bytes of a model file, and what was chosen.
    /// - Throws: `TextError` when ICU is not to be had, `FormatError` when the model cannot be written.
    public func train(
        _ texts: [LabelledText], mostBytes: Int? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws -> (bytes: [UInt8], choice: LinearChoice) {
        let learning = LearningTexts(texts, taxonomy: taxonomy, folds: settings.folds, bySource: false)
        return try train(learning, of: texts, mostBytes, progress)
    }

    /// The same of texts that are in folds already, with a card in its file.
    func train(
        _ learning: LearningTexts, of texts: [LabelledText], _ mostBytes: Int?,
        _ progress: (Int) throws -> Void
    ) throws -> (bytes: [UInt8], choice: LinearChoice) {
        let trainer = try trainer(learning, progress)
        let card = TrainingCard(
            taxonomy: taxonomy, texts: texts.filter { taxonomy.index(of: $0.category) != nil },
            kind: .linear, families: settings.families)
        return try card.added(mostBytes: mostBytes) {
            try trainer.build(mostBytes: $0 ?? .max) { try progress(learning.texts.count) }
        }
    }

    /// What models of the other texts say of each text of the taxonomy's categories, in order: with a fifth of the texts
    /// left out five times. Empty for each text when there are too few to leave any out.
    func leftOutScores(_ texts: [LabelledText], progress: (Int) throws -> Void) throws -> [[Double]] {
        let learning = LearningTexts(texts, taxonomy: taxonomy, folds: settings.folds, bySource: false)
        return try trainer(learning, progress).leftOutScores { try progress(learning.texts.count) }
    }

    /// What a model would do on texts left out.
    func crossValidate(
        _ learning: LearningTexts, _ progress: (Int) throws -> Void
    ) throws -> LinearChoice {
        try trainer(learning, progress).crossValidate { try progress(learning.texts.count) }
    }

    private func trainer(
        _ learning: LearningTexts, _ progress: (Int) throws -> Void
    ) throws -> LinearTrainer {
        var trainer = LinearTrainer(taxonomy: taxonomy, settings: settings)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        for (index, text) in learning.texts.enumerated() {
            analyzer.analyze(text.text, into: &analysis)
            trainer.add(analysis, category: text.category, weight: text.weight, fold: text.fold)
            if index % 256 == 255 { try progress(index + 1) }
        }
        try progress(learning.texts.count)
        return trainer
    }
}
