/// How far figures could be off because the texts are a sample: by drawing samples from the sample (B. Efron, "Bootstrap
/// methods: another look at the jackknife", Annals of Statistics 7, 1979; percentile intervals).
struct Bootstrap {
    /// How many samples are drawn.
    static let samples = 1_000

    /// What lies between the 2.5th and the 97.5th percentile of the macro-F1 of the samples, of texts with these places in
    /// the confusion matrix, row by row.
    ///
    /// It is a figure of the matrix alone, so a sample is a matrix. The same outcomes in the same order give the same
    /// interval.
    static func macroF1Interval(cells: [Int32], categories: Int) -> ConfidenceInterval {
        guard !cells.isEmpty else { return ConfidenceInterval(lower: 0, upper: 1) }
        var generator = ReplayableGenerator(seed: 0x696C_6B65_7661_6C31)
        var counts = [Int32](repeating: 0, count: categories * categories)
        var scores: [Double] = []
        for _ in 0..<samples {
            for index in counts.indices { counts[index] = 0 }
            cells.withUnsafeBufferPointer { cells in
                counts.withUnsafeMutableBufferPointer { counts in
                    for _ in 0..<cells.count {
                        counts[Int(cells[generator.index(below: cells.count)])] &+= 1
                    }
                }
            }
            scores.append(macroF1(of: counts, categories))
        }
        return middle(&scores)
    }

    private static func middle(_ values: inout [Double]) -> ConfidenceInterval {
        values.sort()
        let cut = values.count / 40
        return ConfidenceInterval(lower: values[cut], upper: values[values.count - 1 - cut])
    }

    /// As ``ConfusionMatrix`` has them, over the categories that occur.
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
