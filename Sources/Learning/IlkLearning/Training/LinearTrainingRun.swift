public import IlkTraining
public import IlkModels
import IlkText
public import IlkVocabulary

/// Trains a linear model on labeled texts.
///
/// Unlike a Bayes model, a linear model contains no counts. It cannot be merged or fine-tuned, and no
/// training text can be removed from it: train it again instead. Corrections are learned by its head
/// (``ResidualHead``).
public struct LinearTrainingRun: Sendable {
    /// The categories of the model.
    public let taxonomy: Taxonomy
    /// The settings of the model.
    public let settings: LinearSettings

    /// Creates a training run.
    ///
    /// - Parameters:
    ///   - taxonomy: The categories of the model.
    ///   - settings: The settings of the model.
    public init(taxonomy: Taxonomy, settings: LinearSettings = LinearSettings()) {
        self.taxonomy = taxonomy
        self.settings = settings
    }

    /// Chooses the error cost (*C*) by cross-validation, fits and calibrates the model, and builds its file.
    ///
    /// The bytes of the file do not depend on the order of the texts. The more texts a source has, the less
    /// each text counts, as in ``TrainingRun``. Whole sources are held out if all texts have sources and each
    /// category has at least two sources. In that case, the probabilities are calibrated for new sources.
    ///
    /// - Parameters:
    ///   - texts: The training texts. Texts with labels outside the taxonomy are ignored.
    ///   - mostBytes: The size limit of the file in bytes, or `nil`.
    ///   - includesTextTables: `true` to include the familiarity table and the statistics for corrections.
    ///   - budget: The time limit, or `nil`. If the limit is reached, the file contains the best model found
    ///     so far and states the limit. That model depends on the speed of the machine.
    ///   - progress: Called repeatedly with the number of texts read. An error thrown here ends the run.
    /// - Returns: The bytes of the model file, the choice of the cost, and the time limit that the training
    ///   reached (`nil` if the training was completed).
    /// - Throws: `TextError` if ICU is not available, `FormatError` if the model cannot be written or does
    ///   not fit the size limit, ``TimeLimitReached`` if no model was complete, and the errors of
    ///   `progress`.
    /// - Complexity: O(*n* · *c* · *f*) for a total length *n* of the texts, *c* costs and *f* folds.
    public func train(
        _ texts: [LabeledText], mostBytes: Int? = nil, includesTextTables: Bool = true,
        budget: TimeBudget? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws -> (bytes: [UInt8], choice: LinearChoice, timeLimit: TimeLimitMark?) {
        let room = ModelFileOptions(maximumBytes: mostBytes).leavingRoom(for: budget).maximumBytes
        var trained = try trained(
            texts, mostBytes: room, includesTextTables: includesTextTables, budget: budget, progress: progress
        )
        let mark = try budget?.mark(trained.unfinished, &trained.bytes)
        return (trained.bytes, trained.choice, mark)
    }

    /// A model file that does not state a reached time limit, the choice of the cost, and the parts of the
    /// training that the time limit cut short.
    typealias Trained = (bytes: [UInt8], choice: LinearChoice, unfinished: [TimeLimitMark.Part])

    /// Trains a model as ``train(_:mostBytes:includesTextTables:budget:progress:)`` does. The bytes do not
    /// state a reached time limit.
    func trained(
        _ texts: [LabeledText], mostBytes: Int?, includesTextTables: Bool = true, budget: TimeBudget? = nil,
        progress: (Int) throws -> Void
    ) throws -> Trained {
        func report(_ count: Int) throws {
            try budget?.check()
            try progress(count)
        }
        let learning = PreparedTexts(texts, taxonomy: taxonomy, folds: settings.folds, bySource: true)
        func check() throws { try report(learning.texts.count) }
        let tables =
            includesTextTables
            ? try TextTables(
                of: texts.filter { $0.isLabeled(by: taxonomy) }, taxonomy, mostBytes: mostBytes,
                progress: check)
            : TextTables()
        let trainer = try trainer(learning, budget, report)
        return try build(
            trainer, learning, of: texts, mostBytes, tables: tables, budget: budget, check: check)
    }

    /// Builds the model of a trainer, and adds tables of the texts and a card to the file.
    func build(
        _ trainer: LinearTrainer, _ learning: PreparedTexts, of texts: [LabeledText], _ mostBytes: Int?,
        tables: TextTables, budget: TimeBudget?, check: () throws -> Void
    ) throws -> Trained {
        let card = TrainingCard(
            taxonomy: taxonomy, texts: texts.filter { $0.isLabeled(by: taxonomy) }, kind: .linear,
            featureGroups: settings.featureGroups, holdsOutSources: learning.leavesOutSources)
        let maximumBytes = mostBytes.map { $0 - tables.size }
        var unfinished: [TimeLimitMark.Part] = []
        var made = try card.added(mostBytes: maximumBytes) {
            let built = try trainer.build(mostBytes: $0 ?? .max, budget: budget, check: check)
            unfinished = built.unfinished
            return (built.bytes, built.choice)
        }
        try tables.add(to: &made.bytes)
        return (made.bytes, made.choice, unfinished)
    }

    /// Returns the cross-validated scores of each text. They are empty if there are too few texts for
    /// cross-validation.
    func crossValidatedScores(_ texts: [LabeledText], progress: (Int) throws -> Void) throws -> [[Double]] {
        let learning = PreparedTexts(texts, taxonomy: taxonomy, folds: settings.folds, bySource: false)
        return try trainer(learning, nil, progress).leftOutScores { try progress(learning.texts.count) }
    }

    func trainer(
        _ learning: PreparedTexts, _ budget: TimeBudget?, _ progress: (Int) throws -> Void
    ) throws -> LinearTrainer {
        var trainer = LinearTrainer(taxonomy: taxonomy, settings: settings)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        for (index, text) in learning.texts.enumerated() {
            try budget?.check()
            analyzer.analyze(text.text, into: &analysis)
            trainer.add(analysis, labels: text.labels, weight: text.weight, fold: text.fold)
            if index % 256 == 255 { try progress(index + 1) }
        }
        try progress(learning.texts.count)
        return trainer
    }
}
