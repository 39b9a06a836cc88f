import Glibc
import IlkModels
import IlkVocabulary

/// Scores texts by the counts of other texts.
///
/// If the scored texts are among the counts, each text is subtracted from the counts before it is scored. The
/// score is then exactly the score of a model that was trained without the text, unless ``scalesRestUp`` is
/// `true`.
struct LeaveOneOutScorer {
    private let counts: ScoringCounts
    private let settings: BayesSettings
    /// `true` if the scored texts are among the counts.
    private let areScoredTextsCounted: Bool
    /// `true` to scale the counts of a category up to their full size after one of its texts is left out, as
    /// ``ScoringCounts`` does for folds.
    private let scalesRestUp: Bool
    private var rows: [Row]
    private var row: [Double]
    private(set) var styleScores: StyleScores

    /// The number of texts with the feature of a row, and the number of its occurrences in the current text.
    /// The second number is 0 between texts.
    private struct Row {
        let frequency: Int32
        var times: Int32 = 0
    }

    init(
        _ counts: ScoringCounts, settings: BayesSettings, areScoredTextsCounted: Bool,
        scalesRestUp: Bool = false
    ) {
        self.counts = counts
        self.settings = settings
        self.areScoredTextsCounted = areScoredTextsCounted
        self.scalesRestUp = scalesRestUp
        rows = counts.frequency.map { Row(frequency: $0) }
        row = [Double](repeating: 0, count: counts.categories)
        styleScores = StyleScores(categories: counts.categories)
    }

    /// Returns the numbers of the scores of a text's style features in ``styleScores``.
    mutating func styleNumbers(of text: CountedText) -> [Int32] {
        text.features(of: .style, counts.spans).enumerated().map { place, row in
            let key =
                areScoredTextsCounted
                ? StyleScores.Key(
                    row: row, category: Int32(truncatingIfNeeded: text.category),
                    weight: Int32(clamping: text.weight))
                : StyleScores.Key(row: row, category: -1, weight: 0)
            return styleScores.number(of: key)
                ?? styleScores.add(styleWeights(Int(row), text), as: key, feature: place)
        }
    }

    private func styleWeights(_ feature: Int, _ text: CountedText) -> [Float] {
        var documents = counts.documents
        var weightedDocuments = counts.weightedDocuments
        var row = counts.weightedCounts.counts(of: feature).map(Double.init)
        if areScoredTextsCounted {
            if !scalesRestUp { documents[text.category] -= 1 }
            weightedDocuments[text.category] -= text.weight
            row[text.category] -= Double(text.weight)
        }
        StyleTotals(documents: documents, weightedDocuments: weightedDocuments, settings).weigh(&row)
        return row.map(Float.init)
    }

    /// The category of the current text, the weighted count of each of its features, and the factor for the
    /// remaining counts of the category.
    private struct Own {
        let category: Int
        let share: Int64
        var factor = 1.0

        @inline(__always)
        func left(of count: Double, _ own: Double) -> Double {
            factor == 1 ? count - own : ((count - own) * factor).rounded()
        }
    }

    /// Returns the scores of a text in one feature group for each weighting, by category, before the group
    /// weight. All weightings must have the same counting unit (`CountUnit`).
    mutating func scores(
        _ text: CountedText, _ group: FeatureGroup, _ weighings: [GroupWeighting]
    ) -> [[Double]] {
        let unit = weighings[0].unit
        var features = text.features(of: group, counts.spans)
        let share =
            areScoredTextsCounted
            ? FeatureCounts.share(of: text.weight, group: group, features: features.count) : 0
        var kept = counts.kept[group.rawValue]
        var weightedFeatures = counts.weightedFeatures(of: group, by: unit)
        if areScoredTextsCounted { leaveOut(features, share, &kept) }
        if unit == .occurrences {
            let again = text.repeats(of: group, counts.spans)
            // After `leaveOut`, the numbers of occurrences are negative.
            for feature in again where areScoredTextsCounted { rows[Int(feature)].times &-= 1 }
            features += again
        }
        var own = Own(category: text.category, share: share)
        if areScoredTextsCounted {
            let all = weightedFeatures[own.category]
            let left = all - share * Int64(features.count)
            let stands = scalesRestUp && left > 0
            if stands { own.factor = Double(all) / Double(left) }
            weightedFeatures[own.category] = stands ? all : left
        }
        let totals = weighings.map {
            GroupTotals(
                weightedFeatures: weightedFeatures, kept: kept, weighing: $0, clip: settings.lexicalClip)
        }
        var sums = add(features, own, totals)
        if areScoredTextsCounted {
            rows.withUnsafeMutableBufferPointer { rows in
                for feature in features { rows[Int(feature)].times = 0 }
            }
        }
        let length = Double(max(1, features.count)).squareRoot()
        for place in sums.indices {
            for category in sums[place].indices { sums[place][category] /= length }
        }
        return sums
    }

    /// Counts the occurrences of each row in the text, and subtracts the text from the sums of features.
    private mutating func leaveOut(_ features: [Int32], _ share: Int64, _ kept: inout KeptFeatures) {
        // Wrapping arithmetic in this and the following loops avoids overflow checks. Sums are far below the
        // limits.
        rows.withUnsafeMutableBufferPointer { rows in
            for feature in features { rows[Int(feature)].times &+= 1 }
            for feature in features {
                let index = Int(feature)
                let (frequency, times) = (rows[index].frequency, rows[index].times)
                // Process each row once: a negative number marks it as done.
                guard times > 0 else { continue }
                rows[index].times = -times
                if frequency > counts.minimumFrequency {
                    kept.frequency &-= 1
                    kept.weightedCount &-= share &* Int64(times)
                } else if frequency == counts.minimumFrequency {
                    kept.count &-= 1
                    kept.frequency &-= Int(frequency)
                    kept.weightedCount &-= counts.total(of: index)
                }
            }
        }
    }

    /// Returns the sums of the weights of the features with enough texts, by weighting and category.
    private func add(_ features: [Int32], _ own: Own, _ totals: [GroupTotals]) -> [[Double]] {
        let byOccurrence = totals[0].weighing.unit == .occurrences
        let taken: Int32 = areScoredTextsCounted ? 1 : 0
        var sums = WeightSums(totals)
        counts.weightedCounts.withReader { counted in
            counts.repeats.entries.withReader { repeated in
                for feature in features {
                    let index = Int(feature)
                    let (frequency, times) = (rows[index].frequency &- taken, rows[index].times)
                    guard frequency >= counts.minimumFrequency else { continue }
                    let row = sums.row
                    var all = counted.read(row: index, into: row)
                    let entry = byOccurrence ? counts.repeats.entry(of: index) : -1
                    if entry >= 0 { all += repeated.read(row: entry, into: row, adding: true) }
                    if taken > 0 {
                        let count = row[own.category]
                        let left = own.left(of: count, Double(own.share &* Int64(-times)))
                        row[own.category] = left
                        all += left - count
                    }
                    sums.add(all, frequency: Int(frequency))
                }
            }
        }
        return sums.finish()
    }
}
