import Glibc
import IlkModels

/// The log-count ratio of each feature and category, as in NB-SVM (S. Wang and C. D. Manning 2012).
///
/// A weight is the product of this ratio and the fitted value. Regularization therefore penalizes features
/// less if they distinguish the categories well.
struct LogCountRatios<Lanes: SIMD> where Lanes.Scalar == Float {
    /// The number of SIMD vectors that hold the categories of one feature.
    let blocks: Int
    /// The squared log-count ratios by feature and block. Lanes beyond the categories are 0.
    private(set) var squaredRatios: [Lanes]
    /// The weight of each feature group. The weights give each group the same root-mean-square norm in the
    /// training rows, and style features half of it.
    private(set) var groupWeights: [Float] = []

    init(_ rows: LinearRows, _ learned: [Int], smoothing: Double) {
        blocks = (rows.categories + Lanes.scalarCount - 1) / Lanes.scalarCount
        var weightedCounts = [Lanes](repeating: .zero, count: rows.hashes.count * blocks)
        var categoryWeights = [Double](repeating: 0, count: rows.categories)
        // With one label per text, the sums over the labels are the totals.
        var totals = rows.isMultilabel ? [Float](repeating: 0, count: rows.hashes.count) : []
        for row in learned {
            let weight = Float(rows.weights[row])
            let features = rows.starts[row]..<rows.starts[row + 1]
            for label in rows.labels(of: row) {
                let (block, lane) = label.quotientAndRemainder(dividingBy: Lanes.scalarCount)
                categoryWeights[label] += rows.weights[row]
                for index in features {
                    weightedCounts[Int(rows.features[index]) * blocks + block][lane] += weight
                }
            }
            guard rows.isMultilabel else { continue }
            for index in features { totals[Int(rows.features[index])] += weight }
        }
        squaredRatios = weightedCounts
        let all =
            rows.isMultilabel ? learned.reduce(0) { $0 + rows.weights[$1] } : categoryWeights.reduce(0, +)
        fill(categoryWeights, of: all, totals, smoothing)
        groupWeights = fitGroupWeights(rows, learned)
    }

    /// Replaces the weighted count of each feature and category by its squared log-count ratio.
    ///
    /// - Parameters:
    ///   - all: The weighted count of all texts.
    ///   - totals: The weighted count of the texts with each feature. If this array is empty, the sums over
    ///     the categories are used.
    private mutating func fill(
        _ categoryWeights: [Double], of all: Double, _ totals: [Float], _ smoothing: Double
    ) {
        let prior = Float(smoothing)
        let offsets = categoryWeights.map { Float(log((all - $0 + 2 * smoothing) / ($0 + 2 * smoothing))) }
        for feature in 0..<(blocks == 0 ? 0 : squaredRatios.count / blocks) {
            var total: Float = 0
            if totals.isEmpty {
                for block in 0..<blocks { total += squaredRatios[feature * blocks + block].sum() }
            } else {
                total = totals[feature]
            }
            guard total > 0 else { continue }
            for category in categoryWeights.indices {
                let (block, lane) = category.quotientAndRemainder(dividingBy: Lanes.scalarCount)
                let count = squaredRatios[feature * blocks + block][lane]
                // Rounding can make the sum slightly larger than the total.
                let others = max(0, total - count)
                let ratio = logf((count + prior) / (others + prior)) + offsets[category]
                squaredRatios[feature * blocks + block][lane] = ratio * ratio
            }
        }
    }

    private func fitGroupWeights(_ rows: LinearRows, _ learned: [Int]) -> [Float] {
        var squares = [Double](repeating: 0, count: rows.featureGroups.count)
        let features = squaredRatios.isEmpty ? [] : squaredMeans(rows.categories)
        for row in learned {
            for (place, range) in rows.ranges(of: row).enumerated() {
                var sum = 0.0
                for index in range {
                    let count = Double(rows.counts[index])
                    sum += count * count * Double(features[Int(rows.features[index])])
                }
                let scale = Double(rows.lengthScales[row * rows.featureGroups.count + place])
                squares[place] += sum * scale * scale
            }
        }
        return rows.featureGroups.indices.map { place in
            let mean = squares[place] / Double(max(1, learned.count))
            return mean > 0 ? Float(Self.targetNorm(of: rows.featureGroups[place]) / mean.squareRoot()) : 0
        }
    }

    /// Returns the root-mean-square norm of a feature group in the training rows before the fit.
    private static func targetNorm(of group: FeatureGroup) -> Double { group == .style ? 0.5 : 1 }

    /// Returns the mean squared log-count ratio of each feature over the categories.
    private func squaredMeans(_ categories: Int) -> [Float] {
        (0..<squaredRatios.count / blocks).map { feature in
            var sum: Float = 0
            for block in 0..<blocks {
                sum += squaredRatios[feature * blocks + block].sum()
            }
            return sum / Float(categories)
        }
    }
}
