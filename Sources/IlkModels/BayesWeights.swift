import Glibc
import IlkVocabulary

/// Weights from counts: for each feature and category the natural logarithm of how much likelier the feature is in
/// that category than in the mean one, with a prior of "as everywhere", the mean taken off, and clipped.
///
/// Clipping is what makes the weights hold on texts of other sources: one word can say only so much.
struct BayesWeights {
    private let counts: FeatureCounts
    private let settings: BayesSettings
    private let categories: Int

    init(_ counts: FeatureCounts, _ settings: BayesSettings) {
        self.counts = counts
        self.settings = settings
        categories = counts.taxonomy.count
    }

    /// Writes the weights of a row. All are 0 for a feature of too few texts.
    func weights(of row: Int, into weights: inout [Double]) {
        leaveOut(nil, row: row, family: counts.families[row], into: &weights)
    }

    /// A text that is taken out of the counts before weights are made of them.
    struct LeftOut {
        var category: Int
        var share: Int64
        var features: Int
    }

    /// Writes the weights of a row as they would be without one text that has the feature.
    func leaveOut(_ text: LeftOut?, row: Int, family: FeatureFamily, into weights: inout [Double]) {
        if family == .shape {
            shapeWeights(of: row, without: nil, into: &weights)
        } else {
            lexicalWeights(of: row, family: family, without: text, into: &weights)
        }
    }

    /// Writes the weights of a row of the shape, as they would be without one text that has the feature.
    func shapeWeights(of row: Int, without text: LeftOut? = nil, into weights: inout [Double]) {
        var rates = [Double](repeating: 0, count: categories)
        var documents = counts.documents
        if let text { documents[text.category] -= 1 }
        for category in 0..<categories {
            var mass = counts.mass[row * categories + category]
            var total = counts.documentMass[category]
            if let text, text.category == category {
                mass -= text.share
                total -= Int(text.share)
            }
            rates[category] = Double(mass) / Double(max(1, total))
        }
        let present = (0..<categories).filter { documents[$0] > 0 }
        let pooled = present.reduce(0) { $0 + rates[$1] } / Double(max(1, present.count))
        for category in 0..<categories {
            let texts = Double(documents[category])
            let rate =
                (texts * rates[category] + settings.shapePrior * pooled + 0.01)
                / (texts + settings.shapePrior + 0.01)
            weights[category] = pooled > 0 ? log(rate / pooled) : 0
        }
        centre(&weights, clip: settings.shapeClip)
    }

    private func lexicalWeights(
        of row: Int, family: FeatureFamily, without text: LeftOut?, into weights: inout [Double]
    ) {
        let frequency = Int(counts.frequency[row]) - (text == nil ? 0 : 1)
        guard frequency >= settings.minimumFrequency else {
            for category in 0..<categories { weights[category] = 0 }
            return
        }
        var sum = 0.0
        for category in 0..<categories {
            var mass = counts.mass[row * categories + category]
            var total = counts.familyMass[family.rawValue][category]
            if let text, text.category == category {
                mass -= text.share
                total -= text.share * Int64(text.features)
            }
            weights[category] = total > 0 ? Double(mass) / Double(total) : 0
            sum += weights[category]
        }
        guard sum > 0 else {
            for category in 0..<categories { weights[category] = 0 }
            return
        }
        let prior = settings.lexicalPrior / Double(categories)
        for category in 0..<categories {
            weights[category] = log(Double(frequency) * weights[category] / sum + prior)
        }
        centre(&weights, clip: settings.lexicalClip)
    }

    private func centre(_ weights: inout [Double], clip: Double) {
        var sum = 0.0
        for weight in weights { sum += weight }
        let mean = sum / Double(categories)
        for category in 0..<categories { weights[category] = max(-clip, min(clip, weights[category] - mean)) }
    }
}
