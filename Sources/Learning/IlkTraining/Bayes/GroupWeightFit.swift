import Glibc
import IlkModels

/// Fits the weights of style features and feature groups, and the constants, by multinomial logistic
/// regression.
///
/// The loss is the weighted log loss plus quadratic penalties. For each style feature or group, the common
/// weight is pulled toward a center, and the weight of each category toward the common one. Constants are
/// slightly pulled toward 0. The penalties apply at full strength relative to ``fullTexts`` texts. With fewer
/// texts they are proportionally stronger, like a prior, so that few texts leave the weights near their
/// centers. Scores of feature groups are normalized to a root mean square of 1.
struct GroupWeightFit {
    /// The number of style features.
    private let signals: Int
    private let families: [FeatureGroup]
    private let categories: Int
    private let settings: BayesSettings
    /// The scores by text, then by part (style features, then feature groups), then by category.
    private var scores: [Float] = []
    private var labels: [Int] = []
    private var weights: [Double] = []
    /// The evaluation fold of each text, from 0.
    private var folds: [Int] = []
    /// The texts of the fit, and the factors of their weights and of the penalties.
    private var fitted: [Int] = []
    private var weightScale = 1.0
    private var pullScale = 1.0
    /// `true` for each category with texts.
    private let isPresent: [Bool]

    /// The constant of a category without texts. Pipelines give such a category another score.
    static let absent = -10_000.0
    /// The strength of the penalties on feature groups, on their categories, and on constants.
    private static let familyPull = 1e-4
    private static let familyCategoryPull = 1e-3
    private static let constantPull = 1e-5
    private static let familyCentre = 0.5
    /// The number of texts from which the penalties have their nominal strength.
    private static let fullTexts = 8_000.0
    /// The maximum number of steps of a fit for evaluation only.
    private static let judgingSteps = 40

    private var parts: Int { signals + families.count }

    init(
        signals: Int, families: [FeatureGroup], documents: [Int], settings: BayesSettings
    ) {
        self.signals = signals
        self.families = families
        categories = documents.count
        isPresent = documents.map { $0 > 0 }
        self.settings = settings
    }

    mutating func add(_ row: [Float], category: Int, weight: Double, fold: Int) {
        scores.append(contentsOf: row)
        labels.append(category)
        weights.append(weight)
        folds.append(fold)
    }

    struct Solution {
        var scales: GroupWeights
        /// The mean negative natural logarithm of the probability of the actual category, on texts outside of
        /// the fit.
        var logLoss: Double
        /// The share of these texts with the highest score for the actual category.
        var accuracy: Double
        /// The scores of each text by weights that were fitted to other folds; empty unless judged.
        var heldOutScores: [[Double]] = []
    }

    /// Returns the best weights for all texts, and evaluates them by cross-fitting if `judged`.
    ///
    /// Without texts, or with one category, the weights are the centers.
    func solve(judged: Bool, check: () throws -> Void) rethrows -> Solution {
        var scales = GroupWeights(uniform: settings.scaleCentre, signals: signals, categories: categories)
        scales.constants = isPresent.map { $0 ? 0 : Self.absent }
        let total = weights.reduce(0, +)
        guard !labels.isEmpty, categories > 1, total > 0 else {
            return Solution(scales: scales, logLoss: 0, accuracy: 0)
        }
        var fit = self
        for index in fit.weights.indices { fit.weights[index] /= total }
        let units = fit.normalize()
        fit.limit(to: Array(labels.indices))
        let solution = try fit.point(from: centre(), check)
        read(solution, units, into: &scales)
        var found = Solution(scales: scales, logLoss: 0, accuracy: 0)
        if judged { try fit.judge(&found, check) }
        return found
    }

    /// Evaluates each fold by weights fitted to the others.
    private mutating func judge(_ found: inout Solution, _ check: () throws -> Void) rethrows {
        found.heldOutScores = [[Double]](repeating: [], count: labels.count)
        for fold in Set(folds).sorted() {
            limit(to: labels.indices.filter { folds[$0] != fold })
            // With a single fold there are no texts to fit to, and the weights are the centers.
            let point =
                fitted.isEmpty ? centre() : try point(from: centre(), steps: Self.judgingSteps, check)
            for text in labels.indices where folds[text] == fold {
                var sums = sums(of: text, at: point)
                found.heldOutScores[text] = sums
                let best = sums.indices.reduce(0) { sums[$1] > sums[$0] ? $1 : $0 }
                if best == labels[text] { found.accuracy += weights[text] }
                let own = sums[labels[text]]
                found.logLoss +=
                    weights[text] * (sums.withUnsafeMutableBufferPointer { Softmax.logSumExp($0) } - own)
            }
        }
    }

    private func centre() -> [Double] {
        var point = [Double](repeating: 0, count: (parts + 1) * categories + parts)
        for part in 0..<parts { point[part] = part < signals ? settings.scaleCentre : Self.familyCentre }
        return point
    }

    private mutating func limit(to texts: [Int]) {
        fitted = texts
        let weight = texts.reduce(0) { $0 + weights[$1] }
        weightScale = weight > 0 ? 1 / weight : 1
        pullScale = max(1, Self.fullTexts / Double(max(1, texts.count)))
    }

    private func point(
        from start: [Double], steps: Int = Minimizer().iterations, _ check: () throws -> Void
    ) rethrows -> [Double] {
        try Minimizer(iterations: steps).minimize(from: start) { point, gradient in
            try check()
            return loss(at: point, &gradient)
        }
    }

    /// Converts a point of the optimization to weights.
    private func read(_ point: [Double], _ units: [Double], into scales: inout GroupWeights) {
        for part in 0..<parts {
            let row = (0..<categories).map {
                (point[part] + point[parts + part * categories + $0]) / units[part]
            }
            if part < signals {
                scales.signals[part] = row
            } else {
                scales.families[families[part - signals].rawValue] = row
            }
        }
        let constants = parts + parts * categories
        for category in 0..<categories {
            if isPresent[category] {
                scales.constants[category] = point[constants + category]
            } else {
                for signal in scales.signals.indices { scales.signals[signal][category] = 0 }
                for family in scales.families.indices { scales.families[family][category] = 0 }
            }
        }
    }

    /// Divides the scores of feature groups by their root mean square.
    private mutating func normalize() -> [Double] {
        var units = [Double](repeating: 1, count: parts)
        let width = parts * categories
        for part in signals..<parts {
            var sum = 0.0
            for text in labels.indices {
                for category in 0..<categories {
                    let score = Double(scores[text * width + part * categories + category])
                    sum += score * score
                }
            }
            let unit = (sum / Double(max(1, labels.count * categories))).squareRoot()
            units[part] = unit > 1e-9 ? unit : 1
            let factor = Float(1 / units[part])
            for text in labels.indices {
                for category in 0..<categories {
                    scores[text * width + part * categories + category] *= factor
                }
            }
        }
        return units
    }

    /// Returns the scores of a text at a point of the optimization.
    private func sums(of text: Int, at point: [Double]) -> [Double] {
        let width = parts * categories
        var sums = (0..<categories).map { point[parts + width + $0] + (isPresent[$0] ? 0 : Self.absent) }
        for index in 0..<width {
            sums[index % categories] +=
                Double(scores[text * width + index]) * (point[index / categories] + point[parts + index])
        }
        return sums
    }

    private func loss(at point: [Double], _ gradient: inout [Double]) -> Double {
        let width = parts * categories
        let scales = (0..<width).map { Float(point[$0 / categories] + point[parts + $0]) }
        let constants = (0..<categories).map {
            Float(point[parts + width + $0] + (isPresent[$0] ? 0 : Self.absent))
        }
        var slopes = [Float](repeating: 0, count: width)
        var rest = [Double](repeating: 0, count: categories)
        var value = 0.0
        scores.withUnsafeBufferPointer { scores in
            scales.withUnsafeBufferPointer { scales in
                slopes.withUnsafeMutableBufferPointer { slopes in
                    withUnsafeTemporaryAllocation(of: Float.self, capacity: categories) { residual in
                        for text in fitted {
                            let row = UnsafeBufferPointer(rebasing: scores[text * width..<(text + 1) * width])
                            for category in 0..<categories { residual[category] = constants[category] }
                            value += descend(
                                row, scales, slopes, residual, labels[text], weights[text] * weightScale)
                            for category in 0..<categories { rest[category] += Double(residual[category]) }
                        }
                    }
                }
            }
        }
        return value + pull(at: point, slopes, rest, &gradient)
    }

    /// Adds the gradient of one text and returns its loss.
    private func descend(
        _ row: UnsafeBufferPointer<Float>, _ scales: UnsafeBufferPointer<Float>,
        _ slopes: UnsafeMutableBufferPointer<Float>, _ residual: UnsafeMutableBufferPointer<Float>,
        _ label: Int, _ weight: Double
    ) -> Double {
        var index = 0
        for _ in 0..<parts {
            for category in 0..<categories {
                residual[category] += row[index] * scales[index]
                index &+= 1
            }
        }
        // Log-sum-exp, shifted by the maximum to avoid overflow.
        var top = -Float.infinity
        for category in 0..<categories where residual[category] > top { top = residual[category] }
        let own = residual[label]
        var sum: Float = 0
        for category in 0..<categories {
            residual[category] = expf(residual[category] - top)
            sum += residual[category]
        }
        let factor = Float(weight)
        for category in 0..<categories { residual[category] = residual[category] / sum * factor }
        residual[label] -= factor
        index = 0
        for _ in 0..<parts {
            for category in 0..<categories {
                slopes[index] += row[index] * residual[category]
                index &+= 1
            }
        }
        return weight * Double(logf(sum) + top - own)
    }

    private func pull(
        at point: [Double], _ slopes: [Float], _ rest: [Double], _ gradient: inout [Double]
    ) -> Double {
        var value = 0.0
        for part in 0..<parts {
            let isSignal = part < signals
            let common = pullScale * (isSignal ? settings.scalePull : Self.familyPull)
            let apart =
                pullScale * (isSignal ? settings.categoryPull : Self.familyCategoryPull)
            let distance = point[part] - (isSignal ? settings.scaleCentre : Self.familyCentre)
            value += common * distance * distance
            gradient[part] = 2 * common * distance
            for category in 0..<categories {
                let own = parts + part * categories + category
                let slope = Double(slopes[part * categories + category])
                gradient[part] += slope
                gradient[own] = slope + 2 * apart * point[own]
                value += apart * point[own] * point[own]
            }
        }
        let constants = parts + parts * categories
        let pull = pullScale * Self.constantPull
        for category in 0..<categories {
            let constant = point[constants + category]
            value += pull * constant * constant
            gradient[constants + category] = rest[category] + 2 * pull * constant
        }
        return value
    }
}
