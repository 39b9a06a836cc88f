/// Percentile intervals by resampling the texts (B. Efron, "Bootstrap methods: another look at the
/// jackknife", Annals of Statistics 7, 1979).
struct Bootstrap {
    static let samples = 1_000

    /// Returns the range between the 2.5th and the 97.5th percentile of the macro-F1 of 1,000 samples.
    ///
    /// The seed is fixed: equal texts in the same order give the same interval.
    ///
    /// - Parameters:
    ///   - rows: The actual and predicted labels of each text.
    ///   - categories: The number of categories.
    /// - Complexity: O(*n* + *r* + *c*) for each of the 1,000 samples, with *n* texts, a total of *r* labels
    ///   in all distinct rows, and *c* categories.
    static func macroF1Interval(rows: [LabelTally.Row], categories: Int) -> ConfidenceInterval {
        guard !rows.isEmpty else { return ConfidenceInterval(lower: 0, upper: 1) }
        // Few rows are distinct. The draws of each distinct row are counted before the row is added to the
        // tally.
        var numbers: [LabelTally.Row: Int] = [:]
        var distinct: [LabelTally.Row] = []
        let numberOfText = rows.map { row in
            if let number = numbers[row] { return number }
            numbers[row] = distinct.count
            distinct.append(row)
            return distinct.count - 1
        }
        var generator = SeededSplitMix64(seed: 0x696C_6B65_7661_6C31)
        var scores: [Double] = []
        for _ in 0..<samples {
            var drawn = [Int](repeating: 0, count: distinct.count)
            for _ in rows.indices { drawn[numberOfText[generator.index(below: rows.count)]] += 1 }
            var tally = LabelTally(categories: categories)
            for (row, texts) in zip(distinct, drawn) where texts > 0 { tally.add(row, texts: texts) }
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
