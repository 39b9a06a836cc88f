import Glibc
import IlkModels

/// Fits the calibration of a familiarity table to held-out training texts and corrupted copies of them.
struct FamiliarityFit {
    private var familiar: [FamiliarityMeasures] = []
    private var unfamiliar: [FamiliarityMeasures] = []

    /// For each ratio of ``FamiliarityMeasures``: the minimum variance between texts, and the minimum
    /// variance of one observation.
    private static let leastVariances = [(0.01, 1.0), (1e-4, 0.1), (1e-4, 0.4)]
    /// The strength of the L2 penalty of the logistic regression. It has the weight of this number of texts.
    private static let ridge = 1.0
    private static let iterations = 30
    /// The maximum threshold, in natural-log odds. A text with odds of at least 20 to 1 for resembling the
    /// training texts is always familiar, even if the training texts are very similar to each other.
    private static let greatestThreshold = log(20.0)

    /// Returns the minimum threshold, in natural-log odds. A text with odds of more than three to one for
    /// being corrupted is always unfamiliar. The minimum matters if many training texts are in rare languages
    /// or are not natural language.
    ///
    /// If the folds do not hold out whole sources, the odds are seven to one, because held-out texts then
    /// resemble the training texts more than new texts do.
    private static func leastThreshold(holdsOutSources: Bool) -> Double {
        -log(holdsOutSources ? 3.0 : 7.0)
    }

    /// Adds a held-out text and its corrupted copy.
    mutating func add(familiar one: FamiliarityMeasures, unfamiliar other: FamiliarityMeasures) {
        familiar.append(one)
        unfamiliar.append(other)
    }

    /// Returns the calibration. The share `falseShare` of the held-out training texts lies below the
    /// threshold, unless the threshold reaches its minimum or maximum.
    func calibration(falseShare: Double, holdsOutSources: Bool) -> FamiliarityCalibration {
        let count = FamiliarityMeasures.ratioCount
        var calibration = FamiliarityCalibration(
            distributions: (0..<count).map(distribution),
            weights: [Double](repeating: 0, count: count), constant: 0)
        let weights = logisticWeights(calibration)
        calibration.weights = Array(weights.dropLast())
        calibration.constant = weights[count]
        let odds = familiar.map(calibration.logOdds).sorted()
        let place = min(odds.count - 1, Int(Double(odds.count) * falseShare))
        guard place >= 0 else { return calibration }
        let least = Self.leastThreshold(holdsOutSources: holdsOutSources)
        calibration.constant -= min(max(odds[place], least), Self.greatestThreshold)
        return calibration
    }

    /// Returns the mean of a ratio, and its variance as a function of the number of observations *n*. The
    /// squared deviations are fitted to *a* + *b*/*n* by least squares.
    private func distribution(_ index: Int) -> FamiliarityCalibration.Distribution {
        let ratios = familiar.map { $0.ratio(index) }.filter { $0.observations >= 1 }
        let count = Double(max(1, ratios.count))
        let mean = ratios.reduce(0) { $0 + $1.value } / count
        var (x, y, xx, xy) = (0.0, 0.0, 0.0, 0.0)
        for ratio in ratios {
            let (share, square) = (1 / ratio.observations, (ratio.value - mean) * (ratio.value - mean))
            x += share
            y += square
            xx += share * share
            xy += share * square
        }
        let spread = count * xx - x * x
        let (leastBetween, leastWithin) = Self.leastVariances[index]
        let within = max(leastWithin, spread > 0 ? (count * xy - x * y) / spread : 0)
        let between = max(leastBetween, (y - within * x) / count)
        return FamiliarityCalibration.Distribution(mean: mean, between: between, within: within)
    }

    /// Returns the weights of a logistic regression that separates familiar from corrupted texts by their
    /// ratios, the constant last. Uses Newton's method.
    private func logisticWeights(_ calibration: FamiliarityCalibration) -> [Double] {
        let size = FamiliarityMeasures.ratioCount + 1
        func row(_ measures: FamiliarityMeasures) -> [Double] {
            (0..<size - 1).map { calibration.standardized(measures, $0) } + [1]
        }
        let rows = familiar.map { (row($0), 1.0) } + unfamiliar.map { (row($0), 0.0) }
        var weights = [Double](repeating: 0, count: size)
        for _ in 0..<Self.iterations {
            var gradient = weights.map { -Self.ridge * $0 }
            var curvature = (0..<size).map { row in
                (0..<size).map { $0 == row ? Self.ridge : 0.0 }
            }
            for (row, label) in rows {
                let odds = zip(weights, row).reduce(0) { $0 + $1.0 * $1.1 }
                let probability = 1 / (1 + exp(-odds))
                for index in 0..<size {
                    gradient[index] += (label - probability) * row[index]
                    for other in 0..<size {
                        curvature[index][other] += probability * (1 - probability) * row[index] * row[other]
                    }
                }
            }
            let step = Self.solve(curvature, gradient)
            for index in 0..<size { weights[index] += step[index] }
            if step.allSatisfy({ abs($0) < 1e-6 }) { break }
        }
        return weights
    }

    /// Solves a system of linear equations with a positive definite matrix by Gauss-Jordan elimination.
    private static func solve(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        var (rows, result) = (matrix, vector)
        for pivot in rows.indices {
            let scale = rows[pivot][pivot]
            for column in rows.indices { rows[pivot][column] /= scale }
            result[pivot] /= scale
            for row in rows.indices where row != pivot {
                let factor = rows[row][pivot]
                for column in rows.indices { rows[row][column] -= factor * rows[pivot][column] }
                result[row] -= factor * result[pivot]
            }
        }
        return result
    }
}
