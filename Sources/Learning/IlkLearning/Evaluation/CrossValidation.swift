import IlkTraining
import IlkModels
import IlkPipeline
public import IlkVocabulary

/// Measures on texts that were not learned from: trains once for each fold, a part of each category left out.
public struct CrossValidation: Sendable {
    /// How many folds the texts are divided into.
    public let folds: Int

    /// A measurement with so many folds.
    public init(folds: Int) {
        precondition(folds > 1, "at least two folds")
        self.folds = folds
    }

    /// The outcomes on all texts, each given to the model that did not learn from it.
    ///
    /// Texts that are the same to the last letter are left out together. There are no more folds than texts that differ.
    ///
    /// - Parameters:
    ///   - texts: What is learned from and measured on.
    ///   - taxonomy: What is decided among.
    ///   - progress: Called with the number of the fold that begins, from 1, and the number of folds. What it throws ends
    ///     the measurement.
    ///   - train: Makes a model file of texts.
    public func evaluate(
        _ texts: [LabelledText], taxonomy: Taxonomy, progress: (Int, Int) throws -> Void = { _, _ in },
        train: ([LabelledText]) throws -> [UInt8]
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
