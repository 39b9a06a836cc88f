import Glibc
import IlkModels
import IlkVocabulary

/// Computes the weight of each feature and category from counts, in natural log-odds, before group weights
/// are applied.
struct BayesWeights {
    private let counts: FeatureCounts
    private let settings: BayesSettings
    private let categories: Int
    private let totals: [GroupTotals]

    init(_ counts: FeatureCounts, _ settings: BayesSettings) {
        self.counts = counts
        self.settings = settings
        categories = counts.taxonomy.count
        let whole = ScoringCounts(counts, minimumFrequency: settings.minimumFrequency)
        totals = FeatureGroup.allCases.map { group in
            let weighing = settings.weighing(of: group)
            return GroupTotals(
                weightedFeatures: whole.weightedFeatures(of: group, by: weighing.unit),
                kept: whole.kept[group.rawValue], weighing: weighing, clip: settings.lexicalClip)
        }
    }

    /// Writes the weights of a row. They are 0 if the feature has too few texts.
    func weights(of row: Int, into weights: inout [Double]) {
        let group = counts.featureGroups[row]
        let frequency = Int(counts.frequency[row])
        for category in 0..<categories { weights[category] = 0 }
        counts.weightedCounts.forEach(in: row) { weights[$0] = Double(max(0, $1)) }
        if totals[group.rawValue].weighing.unit == .occurrences {
            counts.repeats.forEach(in: row) { weights[$0] += Double(max(0, $1)) }
        }
        if group == .style {
            StyleTotals(
                documents: counts.documents, weightedDocuments: counts.weightedDocuments, settings
            ).weigh(&weights)
        } else if frequency >= max(1, settings.minimumFrequency) {
            totals[group.rawValue].weigh(&weights, frequency: frequency)
        } else {
            for category in 0..<categories { weights[category] = 0 }
        }
    }
}

/// The totals from which the weights of all style features are computed.
struct StyleTotals {
    private let documents: [Int]
    private let weightedDocuments: [Int]
    private let prior: Double
    private let clip: Double

    init(documents: [Int], weightedDocuments: [Int], _ settings: BayesSettings) {
        self.documents = documents
        self.weightedDocuments = weightedDocuments
        prior = max(0, settings.stylePrior)
        clip = settings.styleClip
    }

    /// Replaces the weighted counts of a style feature's range by weights, in place.
    ///
    /// The rate of a range is the share of a category's texts in the range. A weight is the logarithm of the
    /// rate divided by the mean rate of all categories. The rate is smoothed toward the mean rate, and the
    /// weights are centered and clipped.
    func weigh(_ row: inout [Double]) {
        var pooled = 0.0
        var present = 0
        for category in row.indices {
            row[category] = max(0, row[category]) / Double(max(1, weightedDocuments[category]))
            guard documents[category] > 0 else { continue }
            pooled += row[category]
            present += 1
        }
        pooled /= Double(max(1, present))
        for category in row.indices {
            let texts = Double(max(0, documents[category]))
            let rate = (texts * row[category] + prior * pooled + 0.01) / (texts + prior + 0.01)
            row[category] = pooled > 0 ? log(rate / pooled) : 0
        }
        GroupTotals.center(&row)
        for category in row.indices { row[category] = max(-clip, min(clip, row[category])) }
    }
}
