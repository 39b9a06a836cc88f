import IlkTraining
import IlkModels
import IlkPipeline
public import IlkVocabulary

/// Stratified *k*-fold cross-validation.
public struct CrossValidation: Sendable {
    /// The number of folds.
    public let folds: Int

    /// Creates a cross-validation.
    ///
    /// - Parameter folds: The number of folds, at least 2.
    public init(folds: Int) {
        precondition(folds > 1, "at least two folds")
        self.folds = folds
    }

    /// Trains one model per fold on the texts of all other folds. The model then classifies the texts of the
    /// fold.
    ///
    /// Identical texts are in the same fold. The number of folds is reduced if there are fewer distinct
    /// texts.
    ///
    /// - Parameters:
    ///   - texts: The labeled texts.
    ///   - taxonomy: The categories.
    ///   - progress: Called before each fold with the number of the fold, from 1, and the number of folds. An
    ///     error thrown here ends the evaluation.
    ///   - train: Returns the bytes of a model file trained on the given texts.
    /// - Returns: The outcomes of all texts.
    /// - Throws: The errors of `progress` and `train`, `FormatError` for an invalid model file, and
    ///   `PipelineError` if ICU is not available.
    /// - Complexity: One training per fold, and O(*n*) in the total length of the texts.
    public func evaluate(
        _ texts: [LabeledText], taxonomy: Taxonomy, progress: (Int, Int) throws -> Void = { _, _ in },
        train: ([LabeledText]) throws -> [UInt8]
    ) throws -> Evaluation {
        let parts = TextFolds(texts, count: folds, bySource: false)
        let (places, folds) = (parts.foldOfText, parts.count)
        var evaluation = Evaluation(taxonomy: taxonomy)
        for fold in 0..<folds {
            try progress(fold + 1, folds)
            let learned = texts.indices.filter { places[$0] != fold }.map { texts[$0] }
            let left = texts.indices.filter { places[$0] == fold }.map { texts[$0] }
            guard !learned.isEmpty, !left.isEmpty else { continue }
            let model = try ModelReader.read(ModelStorage(copying: try train(learned)))
            evaluation.merge(try Evaluator().evaluate(Pipeline(classifier: ModelClassifier(model)), on: left))
        }
        return evaluation
    }
}
