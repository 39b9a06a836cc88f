import IlkVocabulary

extension BayesTrainer {
    /// What a model of all other texts says of each text that was counted, in the order of counting.
    ///
    /// Exact: a text is taken out of the counts, scored, and put back. Only the scales, a few numbers a family, are those
    /// of all texts.
    ///
    /// - Parameter scales: The scales to score with: those of ``fitScales()``, or of the model that was resumed.
    /// - Returns: The scores of each text, category by category, in natural-log odds.
    /// - Complexity: Linear in the features of all texts.
    public func leftOutScores(scales: BayesScales) -> [[Double]] {
        let weights = BayesWeights(counts, settings)
        let categories = counts.taxonomy.count
        var row = [Double](repeating: 0, count: categories)
        return documents.map { document in
            var scores = [Double](repeating: 0, count: categories)
            for family in settings.families {
                if family == .shape {
                    addShape(of: document, weights, scales, &row, to: &scores)
                } else {
                    let part = leftOutScore(of: document, family, weights, &row)
                    for category in scores.indices {
                        scores[category] += part[category] * scales.families[family.rawValue][category]
                    }
                }
            }
            return scores
        }
    }

    private func addShape(
        of document: Document, _ weights: BayesWeights, _ scales: BayesScales, _ row: inout [Double],
        to scores: inout [Double]
    ) {
        let rows = document.rows[FeatureFamily.shape.rawValue]
        let text = BayesWeights.LeftOut(
            category: document.category,
            share: FeatureCounts.share(of: document.mass, family: .shape, features: rows.count),
            features: rows.count)
        for (signal, feature) in rows.enumerated() where signal < scales.signals.count {
            weights.shapeWeights(of: Int(feature), without: text, into: &row)
            for category in scores.indices {
                scores[category] += row[category] * scales.signals[signal][category]
            }
        }
    }
}
