import Foundation
import IlkText

/// Ridge regression of ratings on feature values. The sign of each weight is constrained by the feature's
/// tendency.
///
/// Coordinate descent on the normal equations: there are few features and many texts, and sign constraints
/// add no cost. Equal texts in equal order give equal weights.
struct WeightFit {
    /// The ridge penalty for features with unit variance. A hundredth of the number of texts is mild.
    static let penalty = 300.0
    /// The number of standard deviations of the share of words at which a value is one half.
    static let spreadsToHalf = 4.0

    let base: Double
    let weights: [Double]
    let halfways: [Double]

    init(_ texts: RatedTexts, _ places: [Int]) {
        let halfways = Self.halfways(texts, places)
        let rows = places.map { texts.measurements[$0].values(halfways: halfways) }
        let ratings = places.map { texts.ratings[$0] }
        let count = Double(rows.count)
        let width = halfways.count
        var means = [Double](repeating: 0, count: width)
        for row in rows { for place in 0..<width { means[place] += row[place] / count } }
        var spreads = [Double](repeating: 0, count: width)
        for row in rows {
            for place in 0..<width {
                spreads[place] += (row[place] - means[place]) * (row[place] - means[place])
            }
        }
        // The lower bound prevents a large weight for a feature that few texts have.
        spreads = spreads.map { max(($0 / count).squareRoot(), 0.003) }
        let mean = ratings.reduce(0, +) / count
        let standard = rows.map { row in (0..<width).map { (row[$0] - means[$0]) / spreads[$0] } }
        let solved = Self.solve(standard, ratings.map { $0 - mean }, spreads)
        weights = (0..<width).map { solved[$0] / spreads[$0] }
        base = mean - zip(weights, means).reduce(0) { $0 + $1.0 * $1.1 }
        self.halfways = halfways
    }

    /// Returns the expected rating of a text.
    func rating(_ measurement: FormalityMeasurement) -> Double {
        zip(weights, measurement.values(halfways: halfways)).reduce(base) { $0 + $1.0 * $1.1 }
    }

    /// Returns the share of words at which each feature's value is one half.
    private static func halfways(_ texts: RatedTexts, _ places: [Int]) -> [Double] {
        FormalityFeature.allCases.map { feature in
            var sum = 0.0
            var squares = 0.0
            for place in places {
                let measurement = texts.measurements[place]
                let share = Double(measurement.counts[feature.rawValue]) / Double(measurement.words + 2)
                sum += share
                squares += share * share
            }
            let count = Double(places.count)
            let variance = max(0, squares / count - (sum / count) * (sum / count))
            return max(0.02, spreadsToHalf * variance.squareRoot())
        }
    }

    private static func solve(_ rows: [[Double]], _ ratings: [Double], _ spreads: [Double]) -> [Double] {
        let width = rows.first?.count ?? 0
        var products = [[Double]](repeating: [Double](repeating: 0, count: width), count: width)
        var targets = [Double](repeating: 0, count: width)
        for (row, rating) in zip(rows, ratings) {
            for first in 0..<width where row[first] != 0 {
                targets[first] += row[first] * rating
                for second in 0..<width { products[first][second] += row[first] * row[second] }
            }
        }
        var weights = [Double](repeating: 0, count: width)
        var fitted = [Double](repeating: 0, count: width)
        for _ in 0..<1_000 {
            var largest = 0.0
            for (place, feature) in FormalityFeature.allCases.enumerated() {
                let own = products[place][place]
                var weight = (targets[place] - fitted[place] + own * weights[place]) / (own + penalty)
                let least = feature.minimumMagnitude * spreads[place]
                switch feature.tendency {
                case .formal: weight = max(least, weight)
                case .informal: weight = min(-least, weight)
                case .either: break
                }
                let change = weight - weights[place]
                if change == 0 { continue }
                weights[place] = weight
                largest = max(largest, abs(change))
                for other in 0..<width { fitted[other] += products[place][other] * change }
            }
            if largest < 1e-7 { break }
        }
        return weights
    }
}
