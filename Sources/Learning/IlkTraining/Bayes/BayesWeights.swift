import Glibc
import IlkModels
import IlkVocabulary

/// Weights from counts: one number for each feature and category, natural-log odds up to the scales.
struct BayesWeights {
    private let counts: FeatureCounts
    private let settings: BayesSettings
    private let categories: Int
    private let totals: [FamilyTotals]

    init(_ counts: FeatureCounts, _ settings: BayesSettings) {
        self.counts = counts
        self.settings = settings
        categories = counts.taxonomy.count
        let whole = CountsWithout(counts, minimumFrequency: settings.minimumFrequency)
        totals = FeatureFamily.allCases.map { family in
            let weighing = settings.weighing(of: family)
            return FamilyTotals(
                mass: whole.mass(of: family, by: weighing.unit), kept: whole.kept[family.rawValue],
                weighing: weighing, clip: settings.lexicalClip)
        }
    }

    /// Writes the weights of a row. All are 0 for a feature of too few texts.
    func weights(of row: Int, into weights: inout [Double]) {
        let family = counts.families[row]
        let frequency = Int(counts.frequency[row])
        for category in 0..<categories {
            weights[category] = Double(max(0, counts.mass[row * categories + category]))
        }
        if totals[family.rawValue].weighing.unit == .occurrences, let more = counts.repeats.masses(of: row) {
            for (category, mass) in more.enumerated() { weights[category] += Double(max(0, mass)) }
        }
        if family == .shape {
            ShapeTotals(documents: counts.documents, mass: counts.documentMass, settings).weigh(&weights)
        } else if frequency >= max(1, settings.minimumFrequency) {
            totals[family.rawValue].weigh(&weights, frequency: frequency)
        } else {
            for category in 0..<categories { weights[category] = 0 }
        }
    }
}

/// What the weights of all ranges of the shape share.
struct ShapeTotals {
    private let documents: [Int]
    private let mass: [Int]
    private let prior: Double
    private let clip: Double

    init(documents: [Int], mass: [Int], _ settings: BayesSettings) {
        self.documents = documents
        self.mass = mass
        prior = max(0, settings.shapePrior)
        clip = settings.shapeClip
    }

    /// Makes weights of a range's mass by category, in place: the logarithm of how much likelier the range is in the
    /// category than in the mean one, with a prior of "as everywhere", the mean taken off, and clipped.
    func weigh(_ row: inout [Double]) {
        var pooled = 0.0
        var present = 0
        for category in row.indices {
            row[category] = max(0, row[category]) / Double(max(1, mass[category]))
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
        FamilyTotals.centre(&row)
        for category in row.indices { row[category] = max(-clip, min(clip, row[category])) }
    }
}
