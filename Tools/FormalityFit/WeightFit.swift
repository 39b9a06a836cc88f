import Foundation
import IlkText

/// Ridge regression of ratings on the values of features, each weight held to the sign its feature's tendency allows.
///
/// Coordinate descent on the normal equations: few features, many texts, and bounds cost nothing. The same texts in the
/// same order give the same weights.
struct WeightFit {
    /// How strongly weights are drawn to zero, for features of spread 1: a hundredth of the texts is mild.
    static let penalty = 300.0
    /// A value is a half at this many standard deviations of the share of words.
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
        // A feature that hardly a text has gets no large weight for it.
        spreads = spreads.map { max(($0 / count).squareRoot(), 0.003) }
        let mean = ratings.reduce(0, +) / count
        let standard = rows.map { row in (0..<width).map { (row[$0] - means[$0]) / spreads[$0] } }
        let solved = Self.solve(standard, ratings.map { $0 - mean }, spreads)
        weights = (0..<width).map { solved[$0] / spreads[$0] }
        base = mean - zip(weights, means).reduce(0) { $0 + $1.0 * $1.1 }
        self.halfways = halfways
    }

    /// The expected rating of a text.
    func rating(_ measurement: FormalityMeasurement) -> Double {
        zip(weights, measurement.values(halfways: halfways)).reduce(base) { $0 + $1.0 * $1.1 }
    }

    /// The share of words at which each feature's value is a half.
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
                let least = feature.leastWeight * spreads[place]
                switch feature.tendency {
                case .formal: weight = max(least, weight)
                case .informal: weight = min(-least, weight)
                case .open: break
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
