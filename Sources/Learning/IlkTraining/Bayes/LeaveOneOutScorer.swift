import Glibc
import IlkModels
import IlkVocabulary

/// Scores texts by the counts of other texts.
///
/// The counts of a text are subtracted before it is scored. The score is exactly the score of a model
/// counted without it.
struct LeaveOneOutScorer {
    private let counts: ScoringCounts
    private let settings: BayesSettings
    /// `true` if the scored texts are among the counts.
    private let areScoredTextsCounted: Bool
    /// `true` to scale the rest of a left-out text's category up to its full size, as ``ScoringCounts`` does
    /// for folds.
    private let scalesRestUp: Bool
    /// The number of occurrences of each row in the current text. It is 0 between texts.
    private var times: [Int32]
    private var row: [Double]
    private var products: [Double]
    private var shapes: [ShapeKey: [Float]] = [:]

    private struct ShapeKey: Hashable {
        var row: Int32
        var category: Int32
        var mass: Int32
    }

    init(
        _ counts: ScoringCounts, settings: BayesSettings, areScoredTextsCounted: Bool,
        scalesRestUp: Bool = false
    ) {
        self.counts = counts
        self.settings = settings
        self.areScoredTextsCounted = areScoredTextsCounted
        self.scalesRestUp = scalesRestUp
        times = [Int32](repeating: 0, count: areScoredTextsCounted ? counts.frequency.count : 0)
        row = [Double](repeating: 0, count: counts.categories)
        products = row
    }

    /// Appends the weights of a text's style features, by feature and category.
    mutating func appendShape(of text: CountedText, to scores: inout [Float]) {
        for feature in text.features(of: .style) {
            let key =
                areScoredTextsCounted
                ? ShapeKey(
                    row: feature, category: Int32(truncatingIfNeeded: text.category),
                    mass: Int32(clamping: text.mass))
                : ShapeKey(row: feature, category: -1, mass: 0)
            if let known = shapes[key] {
                scores.append(contentsOf: known)
            } else {
                let weights = shapeWeights(Int(feature), text)
                shapes[key] = weights
                scores.append(contentsOf: weights)
            }
        }
    }

    private mutating func shapeWeights(_ feature: Int, _ text: CountedText) -> [Float] {
        var documents = counts.documents
        var mass = counts.documentMass
        for category in 0..<counts.categories {
            row[category] = Double(counts.mass[feature * counts.categories + category])
        }
        if areScoredTextsCounted {
            if !scalesRestUp { documents[text.category] -= 1 }
            mass[text.category] -= text.mass
            row[text.category] -= Double(text.mass)
        }
        StyleTotals(documents: documents, mass: mass, settings).weigh(&row)
        return row.map(Float.init)
    }

    /// The category of the current text, the weighted count of each of its features, and the factor for the
    /// rest of the category.
    private struct Own {
        let category: Int
        let share: Int64
        var factor = 1.0

        @inline(__always)
        func left(of mass: Int64, _ taken: Int64) -> Int64 {
            factor == 1 ? mass &- taken : Int64((Double(mass &- taken) * factor).rounded())
        }
    }

    /// Returns the score of a text in one feature group by category, before the group weight.
    mutating func score(_ text: CountedText, _ family: FeatureGroup, _ weighing: GroupWeighting) -> [Double] {
        var rows = text.features(of: family)
        let share =
            areScoredTextsCounted
            ? FeatureCounts.share(of: text.mass, family: family, features: rows.count) : 0
        var kept = counts.kept[family.rawValue]
        var mass = counts.mass(of: family, by: weighing.unit)
        if areScoredTextsCounted { leaveOut(rows, share, &kept) }
        if weighing.unit == .occurrences {
            let again = text.repeats(of: family)
            // After `leaveOut`, the numbers of occurrences are negative.
            for feature in again where areScoredTextsCounted { times[Int(feature)] &-= 1 }
            rows += again
        }
        var own = Own(category: text.category, share: share)
        if areScoredTextsCounted {
            let (all, left) = (mass[own.category], mass[own.category] - share * Int64(rows.count))
            let stands = scalesRestUp && left > 0
            if stands { own.factor = Double(all) / Double(left) }
            mass[own.category] = stands ? all : left
        }
        let totals = GroupTotals(
            mass: mass, kept: kept, weighing: weighing, clip: settings.lexicalClip)
        var scores =
            weighing.variant == .pooled
            ? pooledSum(rows, own, totals) : productSum(rows, own, totals)
        for feature in rows where areScoredTextsCounted { times[Int(feature)] = 0 }
        let length = Double(max(1, rows.count)).squareRoot()
        for category in scores.indices { scores[category] /= length }
        return scores
    }

    /// Counts the occurrences of each row in the text, and subtracts the text from the sums of features.
    private mutating func leaveOut(_ rows: [Int32], _ share: Int64, _ kept: inout KeptFeatures) {
        // Wrapping arithmetic in this and the following loops avoids overflow checks. Sums are far below the
        // limits.
        for feature in rows { times[Int(feature)] &+= 1 }
        for feature in rows {
            let index = Int(feature)
            let count = times[index]
            // Process each row once: a negative number marks it as done.
            guard count > 0 else { continue }
            times[index] = -count
            let frequency = counts.frequency[index]
            if frequency > counts.minimumFrequency {
                kept.frequency -= 1
                kept.mass -= share * Int64(count)
            } else if frequency == counts.minimumFrequency {
                kept.count -= 1
                kept.frequency -= Int(frequency)
                kept.mass -= counts.total(of: index)
            }
        }
    }

    private mutating func pooledSum(
        _ rows: [Int32], _ own: Own, _ totals: GroupTotals
    ) -> [Double] {
        var scores = [Double](repeating: 0, count: counts.categories)
        let taken: Int32 = areScoredTextsCounted ? 1 : 0
        for feature in rows {
            let index = Int(feature)
            let frequency = counts.frequency[index] - taken
            guard frequency >= counts.minimumFrequency else { continue }
            for category in 0..<counts.categories {
                row[category] = Double(counts.mass[index * counts.categories + category])
            }
            if totals.weighing.unit == .occurrences, let masses = counts.repeats.masses(of: index) {
                for (category, mass) in masses.enumerated() { row[category] += Double(mass) }
            }
            if areScoredTextsCounted {
                row[own.category] -= Double(own.share * Int64(-times[index]))
                row[own.category] *= own.factor
            }
            totals.weigh(&row, frequency: Int(frequency))
            for category in scores.indices { scores[category] += row[category] }
        }
        return scores
    }

    /// Sums logarithms as the logarithm of a product of up to 16 factors, which saves most calls of `log`.
    private mutating func productSum(
        _ rows: [Int32], _ own: Own, _ totals: GroupTotals
    ) -> [Double] {
        let categories = counts.categories
        var sums = [Double](repeating: 0, count: categories)
        for category in 0..<categories { products[category] = 1 }
        let isComplement = totals.weighing.variant == .complement
        let unit = 1 / totals.smoothing
        let byOccurrence = totals.weighing.unit == .occurrences
        let taken: Int32 = areScoredTextsCounted ? 1 : 0
        var found = 0
        var factors = 0
        for feature in rows {
            let index = Int(feature)
            guard counts.frequency[index] - taken >= counts.minimumFrequency else { continue }
            let left = areScoredTextsCounted ? own.share &* Int64(-times[index]) : 0
            let more = byOccurrence ? counts.repeats.offset(of: index) : -1
            let ownMass = mass(of: index, more, own.category)
            let ownLeft = areScoredTextsCounted ? own.left(of: ownMass, left) : ownMass
            var all = isComplement ? counts.total(of: index) &- ownMass &+ ownLeft : 0
            if isComplement, more >= 0 { all &+= counts.repeats.total(of: index) }
            for category in 0..<categories {
                let mass = category == own.category ? ownLeft : mass(of: index, more, category)
                products[category] *= Double(max(0, isComplement ? all &- mass : mass)) * unit + 1
            }
            found += 1
            factors += 1
            // A factor is below 1e15 for any number of texts that fits into memory, so 16 factors cannot
            // overflow.
            if factors == 16 { addLogarithms(&sums, &factors) }
        }
        addLogarithms(&sums, &factors)
        let sign: Double = isComplement ? -1 : 1
        for category in 0..<categories {
            sums[category] = sign * (sums[category] - Double(found) * totals.logs[category])
        }
        GroupTotals.center(&sums)
        return sums
    }

    /// Returns the weighted count of a row in a category. `more` is the offset of its repeats, or negative.
    @inline(__always)
    private func mass(of row: Int, _ more: Int, _ category: Int) -> Int64 {
        let mass = counts.mass[row &* counts.categories &+ category]
        return more >= 0 ? mass &+ counts.repeats.mass[more &+ category] : mass
    }

    private mutating func addLogarithms(_ sums: inout [Double], _ factors: inout Int) {
        for category in sums.indices {
            sums[category] += log(products[category])
            products[category] = 1
        }
        factors = 0
    }
}
