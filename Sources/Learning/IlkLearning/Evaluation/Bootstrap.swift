/// Percentile intervals by resampling the texts (B. Efron, "Bootstrap methods: another look at the
/// jackknife", Annals of Statistics 7, 1979).
struct Bootstrap {
    static let samples = 1_000

    /// Returns the range between the 2.5th and the 97.5th percentile of the macro-F1 over the samples.
    ///
    /// Macro-F1 depends on the confusion matrix alone, so a sample is a matrix. The seed is fixed: equal
    /// `cells` in the same order give the same interval.
    ///
    /// - Parameters:
    ///   - cells: The cell of the confusion matrix for each text, `actual * categories + predicted`.
    ///   - categories: The number of categories.
    /// - Complexity: O(*n* + *c*²) for each of the 1,000 samples, with *n* texts and *c* categories.
    static func macroF1Interval(cells: [Int32], categories: Int) -> ConfidenceInterval {
        guard !cells.isEmpty else { return ConfidenceInterval(lower: 0, upper: 1) }
        var generator = SeededSplitMix64(seed: 0x696C_6B65_7661_6C31)
        var counts = [Int32](repeating: 0, count: categories * categories)
        var scores: [Double] = []
        for _ in 0..<samples {
            for index in counts.indices { counts[index] = 0 }
            cells.withUnsafeBufferPointer { cells in
                counts.withUnsafeMutableBufferPointer { counts in
                    for _ in 0..<cells.count {
                        // Wrapping arithmetic avoids an overflow check. A count is at most the number of
                        // texts.
                        counts[Int(cells[generator.index(below: cells.count)])] &+= 1
                    }
                }
            }
            scores.append(macroF1(of: counts, categories))
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

    /// Returns the macro-F1 over the categories that occur, as ``ConfusionMatrix/macroF1`` defines it.
    private static func macroF1(of counts: [Int32], _ categories: Int) -> Double {
        var sum = 0.0
        var present = 0
        for category in 0..<categories {
            let hits = counts[category * categories + category]
            var support: Int32 = 0
            var given: Int32 = 0
            for other in 0..<categories {
                support += counts[category * categories + other]
                given += counts[other * categories + category]
            }
            guard support > 0 else { continue }
            present += 1
            sum += 2 * Double(hits) / Double(support + given)
        }
        return present == 0 ? 0 : sum / Double(present)
    }
}
