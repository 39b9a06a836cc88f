extension RuleCounts {
    /// Returns the counts under other labels. If several labels were merged into one label, this label gets
    /// the overlap of the former label whose texts have the largest total weight.
    ///
    /// - Parameters:
    ///   - count: The number of labels of the result.
    ///   - targets: For each current label, the index of the label into which it was merged, or `nil` to drop
    ///     its texts.
    package func relabeled(to count: Int, _ targets: [Int?]) -> RuleCounts {
        func sums(_ row: [Int64]) -> [Int64] {
            var sums = [Int64](repeating: 0, count: count)
            for (number, target) in zip(row, targets) {
                if let target { sums[target] += number }
            }
            return sums
        }
        var result = RuleCounts([], categories: count)
        result.documentWeights = sums(documentWeights)
        result.rows = rows.mapValues { row in
            var (overlap, most) = ([Int32](repeating: 0, count: count), [Int64](repeating: -1, count: count))
            for (part, target) in targets.enumerated() {
                guard let target, documentWeights[part] > most[target] else { continue }
                (overlap[target], most[target]) = (row.overlap[part], documentWeights[part])
            }
            return Row(texts: row.texts, weightedTexts: sums(row.weightedTexts), overlap: overlap)
        }
        return result
    }
}
