import IlkLearning
import IlkLog
import IlkModels
import IlkPipeline
import IlkRules
import IlkTraining
import IlkVocabulary

/// The predictions for corrections by a candidate that has not learned them.
///
/// The corrections are divided into folds. For each fold, its counts are subtracted exactly from the counts
/// of the candidate, and the leave-one-out prediction of the head is added to the scores of the remaining
/// counts. Without the remaining counts, the prediction would be worse than that of the candidate, because
/// they include the other corrections and the texts without a correction.
struct LeftOutPredictions {
    let candidate: RetrainingCandidate
    let counted: LogCounts
    let rules: RuleSet?
    let assembly: PipelineAssembly
    /// Called before each fold. An error thrown here ends the prediction.
    let check: () throws -> Void

    /// The number of folds. Each of them builds a model.
    private static let folds = 5

    /// Returns the predicted labels of corrections that the head has learned.
    ///
    /// - Throws: `IlkError` if rules and model do not match, and `FormatError`.
    /// - Complexity: That of building a model for each fold, and of classifying the texts.
    func labels(of texts: [CorrectedText]) throws -> [ContentDigest: Set<Category>] {
        guard candidate.base.counting != nil else { return try labels(of: texts, by: candidate.base.model) }
        let folds = Dictionary(grouping: texts) { Int($0.digest.bytes[0]) % Self.folds }
        return try folds.values.reduce(into: [:]) { found, texts in
            try check()
            found.merge(try labels(of: texts, by: model(without: texts))) { $1 }
        }
    }

    /// Returns the model with the counts of all corrections but some, without a head.
    private func model(without texts: [CorrectedText]) throws -> any TextModel {
        var (counted, corrections) = (counted, try CorrectionCounting())
        for word in texts {
            var text = word.text
            text.withUTF8 {
                corrections.count(
                    $0, word.digest, from: counted.learned[word.digest], to: nil, age: 0, in: &counted)
            }
        }
        let left = Set(texts.map(\.digest))
        let bytes = try RetrainingCandidate.counted(
            counted, candidate.base, candidate.learned.filter { !left.contains($0.digest) }, rules,
            includesCounts: false)
        return try ModelReader.read(ModelStorage(copying: bytes))
    }

    private func labels(
        of texts: [CorrectedText], by model: any TextModel
    ) throws -> [ContentDigest: Set<Category>] {
        let pipeline = assembly.pipeline(by: try assembly.classifier(rules, model))
        let (session, taxonomy) = (try pipeline.makeSession(), pipeline.taxonomy)
        let thresholds = pipeline.thresholds.values(for: taxonomy, suggested: pipeline.classifier.thresholds)
        var (amounts, probabilities): ([Double], [Double]) = ([], [])
        return texts.reduce(into: [:]) { found, word in
            guard let residuals = candidate.residualsWithoutText[word.digest] else { return }
            let scores = session.classify(word.text).scores
            ResidualScores.amounts(
                of: residuals, on: scores, isMultilabel: taxonomy.isMultilabel, into: &amounts)
            let sums = zip(scores, amounts).map { $0 + $1 }
            if taxonomy.isMultilabel {
                LogOdds.probabilities(of: sums, into: &probabilities)
            } else {
                Softmax.probabilities(of: sums, into: &probabilities)
            }
            found[word.digest] = Self.labels(probabilities, taxonomy, thresholds)
        }
    }

    /// Returns the most probable label, or the labels of a multi-label taxonomy that reach their thresholds.
    private static func labels(
        _ probabilities: [Double], _ taxonomy: Taxonomy, _ thresholds: [Double]
    ) -> Set<Category> {
        let best = probabilities.indices.max { probabilities[$0] < probabilities[$1] }
        return Set(
            probabilities.indices.filter {
                taxonomy.isMultilabel ? probabilities[$0] >= thresholds[$0] : $0 == best
            }.map { taxonomy.categories[$0] })
    }
}
