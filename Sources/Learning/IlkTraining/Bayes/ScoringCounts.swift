import IlkModels
import IlkVocabulary

/// Counts as plain arrays, for scoring texts that are left out of them.
struct ScoringCounts {
    let categories: Int
    private(set) var documents: [Int]
    private(set) var weightedDocuments: [Int]
    private(set) var weightedFeatures: [[Int64]]
    let spans: SpanRows
    let frequency: [Int32]
    private(set) var weightedCounts: LabelCounts
    /// The additional counts of repeated features.
    private(set) var repeats: RepeatCounts
    /// The sums over the features with enough texts, by group.
    private(set) var kept: [KeptFeatures]
    /// The minimum number of texts of a feature with a weight.
    let minimumFrequency: Int32

    /// Copies counts. `whole` has the counts of all texts, if some were left out of `counts`.
    ///
    /// In this case, the counts of each category are scaled up to the full size of the category. Otherwise
    /// the weights would learn to recognize the category of a held-out text by its smaller counts.
    init(_ counts: FeatureCounts, minimumFrequency: Int, standingFor whole: FeatureCounts? = nil) {
        categories = counts.taxonomy.count
        documents = counts.documents
        weightedDocuments = counts.weightedDocuments
        weightedFeatures = counts.weightedFeatures
        spans = counts.spans
        frequency = counts.frequency
        weightedCounts = counts.weightedCounts
        repeats = counts.repeats
        self.minimumFrequency = Int32(clamping: max(1, minimumFrequency))
        kept = [KeptFeatures](repeating: KeptFeatures(), count: FeatureGroup.allCases.count)
        if let whole { stand(for: whole, counts.featureGroups) }
        for row in frequency.indices where frequency[row] >= self.minimumFrequency {
            let group = counts.featureGroups[row].rawValue
            kept[group].count += 1
            kept[group].frequency += Int(frequency[row])
            kept[group].weightedCount += total(of: row)
        }
    }

    private mutating func stand(for whole: FeatureCounts, _ featureGroups: [FeatureGroup]) {
        let factors = Self.factors(weightedFeatures, whole.weightedFeatures)
        for row in featureGroups.indices {
            let factors = factors[featureGroups[row].rawValue]
            weightedCounts.mapRow(row) { category, count in
                Int64((Double(count) * factors[category]).rounded())
            }
        }
        repeats.multiply(
            by: Self.factors(repeats.weightedFeatures, whole.repeats.weightedFeatures), of: featureGroups)
        for category in 0..<categories where documents[category] > 0 {
            documents[category] = whole.documents[category]
            weightedDocuments[category] = whole.weightedDocuments[category]
            for group in weightedFeatures.indices where weightedFeatures[group][category] > 0 {
                weightedFeatures[group][category] = whole.weightedFeatures[group][category]
            }
        }
    }

    private static func factors(_ parts: [[Int64]], _ wholes: [[Int64]]) -> [[Double]] {
        zip(parts, wholes).map { parts, wholes in
            zip(parts, wholes).map { $0 > 0 ? Double($1) / Double($0) : 1 }
        }
    }

    func weightedFeatures(of group: FeatureGroup, by unit: CountUnit) -> [Int64] {
        let texts = weightedFeatures[group.rawValue]
        guard unit == .occurrences else { return texts }
        return zip(texts, repeats.weightedFeatures[group.rawValue]).map { $0 + $1 }
    }

    @inline(__always)
    func total(of row: Int) -> Int64 {
        var sum: Int64 = 0
        // Wrapping arithmetic avoids overflow checks. Sums are far below 2^63.
        weightedCounts.forEach(in: row) { sum &+= $1 }
        return sum
    }
}
