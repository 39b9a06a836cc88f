import Glibc
import IlkModels

/// The smoothed totals of a feature group, from which the weights of all its features are computed.
struct GroupTotals {
    /// The weighted count of the group in each category, in units of 1/``FeatureCounts/unitsPerText``.
    let weightedFeatures: [Double]
    /// The value added to each count.
    let smoothing: Double
    /// The logarithm of the denominator for each category.
    let logs: [Double]
    let weighing: GroupWeighting
    private let clip: Double

    /// Computes the sums. `kept` has the sums of the features with a weight, and `clip` is the maximum
    /// absolute weight of the variant `pooled`.
    init(weightedFeatures: [Int64], kept: KeptFeatures, weighing: GroupWeighting, clip: Double) {
        self.weightedFeatures = weightedFeatures.map { Double(max(0, $0)) }
        self.weighing = weighing
        self.clip = clip
        let mean = Double(max(0, kept.weightedCount)) / Double(max(1, kept.frequency))
        let wanted = weighing.smoothing.isFinite ? weighing.smoothing * mean : mean
        // At least one unit, so that no logarithm is of 0.
        let smoothing = max(1, min(wanted, 1e15))
        self.smoothing = smoothing
        let vocabulary = smoothing * Double(max(1, kept.count))
        let all = self.weightedFeatures.reduce(0, +)
        logs = self.weightedFeatures.map {
            switch weighing.variant {
            case .complement: log(max(0, all - $0) + vocabulary)
            case .multinomial: log($0 + vocabulary)
            case .pooled: 0
            }
        }
    }

    /// Replaces the weighted counts of a feature in `frequency` texts by weights with a mean of 0, in place.
    func weigh(_ row: inout [Double], frequency: Int) {
        switch weighing.variant {
        case .complement:
            let all = row.reduce(0, +)
            for category in row.indices {
                row[category] = logs[category] - log(max(0, all - row[category]) + smoothing)
            }
        case .multinomial:
            for category in row.indices { row[category] = log(row[category] + smoothing) - logs[category] }
        case .pooled: pool(&row, frequency)
        }
        Self.center(&row)
        guard weighing.variant == .pooled else { return }
        for category in row.indices { row[category] = max(-clip, min(clip, row[category])) }
    }

    private func pool(_ row: inout [Double], _ frequency: Int) {
        var sum = 0.0
        for category in row.indices {
            let whole = weightedFeatures[category]
            row[category] = whole > 0 ? row[category] / whole : 0
            sum += row[category]
        }
        let prior = max(1e-6, min(weighing.smoothing, 1e15)) / Double(row.count)
        for category in row.indices {
            row[category] = sum > 0 ? log(Double(frequency) * row[category] / sum + prior) : 0
        }
    }

    static func center(_ row: inout [Double]) {
        var sum = 0.0
        for weight in row { sum += weight }
        let mean = sum / Double(max(1, row.count))
        for category in row.indices { row[category] -= mean }
    }
}

/// The sums of the features of a group that have enough texts.
struct KeptFeatures {
    var count = 0
    /// The sum of the numbers of texts of these features.
    var frequency = 0
    /// The sum of the weighted counts of these features.
    var weightedCount: Int64 = 0
}
