/// Percentile intervals by resampling the texts (B. Efron, "Bootstrap methods: another look at the
/// jackknife", Annals of Statistics 7, 1979).
struct Bootstrap {
    static let samples = 1_000

    /// Returns the range between the 2.5th and the 97.5th percentile of the macro-F1 over the samples.
    ///
    /// The seed is fixed: equal texts in the same order give the same interval.
    ///
    /// - Parameters:
    ///   - labels: The indexes of the actual and the predicted label of each text.
    ///   - categories: The number of categories.
    /// - Complexity: O(*n* + *c*) for each of the 1,000 samples, with *n* texts and *c* categories.
    static func macroF1Interval(
        labels: [(actual: Int, predicted: Int)], categories: Int
    ) -> ConfidenceInterval {
        guard !labels.isEmpty else { return ConfidenceInterval(lower: 0, upper: 1) }
        var generator = SeededSplitMix64(seed: 0x696C_6B65_7661_6C31)
        var scores: [Double] = []
        for _ in 0..<samples {
            var tally = LabelTally([], categories: categories)
            for _ in labels.indices {
                let (actual, predicted) = labels[generator.index(below: labels.count)]
                tally.add(actual: actual, predicted: predicted)
            }
            scores.append(tally.macroF1)
        }
        return middle(&scores)
    }

    /// Returns the range of the macro-F1 of texts with several labels or none.
    ///
    /// - Parameters:
    ///   - rows: The labels of each text.
    ///   - categories: The number of categories.
    /// - Complexity: O(*n* + *c*) for each of the 1,000 samples, with *n* labels of all texts and *c*
    ///   categories.
    static func macroF1Interval(rows: [LabelTally.Row], categories: Int) -> ConfidenceInterval {
        guard !rows.isEmpty else { return ConfidenceInterval(lower: 0, upper: 1) }
        var generator = SeededSplitMix64(seed: 0x696C_6B65_7661_6C31)
        var scores: [Double] = []
        for _ in 0..<samples {
            var tally = LabelTally([], categories: categories)
            for _ in rows.indices { tally.add(rows[generator.index(below: rows.count)]) }
            scores.append(tally.macroF1)
        }
        return middle(&scores)
    }

    private static func middle(_ values: inout [Double]) -> ConfidenceInterval {
        values.sort()
        let cut = values.count / 40
        return ConfidenceInterval(lower: values[cut], upper: values[values.count - 1 - cut])
    }
}
