import Glibc
import IlkModels

/// Fits the weights of style features and feature groups, and the constants, by multinomial logistic
/// regression.
///
/// The loss is the weighted log loss plus quadratic penalties. For each style feature or group, the common
/// weight is pulled toward a center, and the weight of each category toward the common weight. Constants are
/// slightly pulled toward 0. The penalties have their nominal strength with at least ``fullTexts`` texts.
/// With fewer texts they are proportionally stronger, like a prior, so that few texts leave the weights near
/// their centers. Scores of feature groups are normalized to a root mean square of 1.
struct GroupWeightFit {
    /// The number of style features.
    private let styleFeatures: Int
    private let featureGroups: [FeatureGroup]
    private let categories: Int
    private let settings: BayesSettings
    /// The scores in blocks of eight texts, one in each lane: by block, then by part (style features, then
    /// feature groups), then by category.
    private var scores: [SIMD8<Float>] = []
    private var labels: [Int] = []
    private var weights: [Double] = []
    /// The evaluation fold of each text, from 0.
    private var folds: [Int] = []
    /// The factors of the texts' losses by block, 0 for texts outside the fit.
    private var factors: [SIMD8<Float>] = []
    /// The factor of the penalties.
    private var pullScale = 1.0
    /// `true` for each category with texts.
    private let isPresent: [Bool]

    /// The score constant of a category without texts. Pipelines replace the score of such a category.
    static let absent = -10_000.0
    /// The strength of the penalties on feature groups, on their categories, and on constants.
    private static let groupPull = 1e-4
    private static let groupCategoryPull = 1e-3
    private static let constantPull = 1e-5
    private static let groupCenter = 0.5
    /// The minimum number of texts with which the penalties have their nominal strength.
    private static let fullTexts = 8_000.0
    private static let lanes = SIMD8<Float>.scalarCount

    private var parts: Int { styleFeatures + featureGroups.count }
    /// The number of scores of a text.
    private var width: Int { parts * categories }

    init(
        styleFeatures: Int, featureGroups: [FeatureGroup], documents: [Int], settings: BayesSettings,
        texts: Int
    ) {
        self.styleFeatures = styleFeatures
        self.featureGroups = featureGroups
        categories = documents.count
        isPresent = documents.map { $0 > 0 }
        self.settings = settings
        scores.reserveCapacity((texts + Self.lanes - 1) / Self.lanes * width)
    }

    mutating func add(_ row: [Float], category: Int, weight: Double, fold: Int) {
        let lane = labels.count % Self.lanes
        if lane == 0 { scores.append(contentsOf: repeatElement(.zero, count: width)) }
        let start = scores.count - width
        scores.withUnsafeMutableBufferPointer { scores in
            for (index, score) in row.enumerated() { scores[start + index][lane] = score }
        }
        labels.append(category)
        weights.append(weight)
        folds.append(fold)
    }

    struct Solution {
        var groupWeights: GroupWeights
        /// The mean negative natural logarithm of the probability of the actual category, on held-out folds.
        /// 0 unless `judged`.
        var logLoss: Double
        /// The share of held-out texts whose actual category has the highest score. 0 unless `judged`.
        var accuracy: Double
        /// The scores of each text with weights that were fitted to other folds. Empty unless `judged`.
        var heldOutScores: [[Double]] = []
        /// The weights that were fitted without each fold. Empty unless `judged`.
        var foldWeights: [Int: GroupWeights] = [:]
    }

    /// Returns the best weights for all texts, and evaluates them by cross-fitting if `judged`.
    ///
    /// Without texts, or with one category, the weights are the centers. The scores are normalized in place, so
    /// the fit cannot be solved again.
    consuming func solve(judged: Bool, check: () throws -> Void) rethrows -> Solution {
        let total = weights.reduce(0, +)
        guard !labels.isEmpty, categories > 1, total > 0 else {
            return Solution(groupWeights: uniform, logLoss: 0, accuracy: 0)
        }
        for index in weights.indices { weights[index] /= total }
        let units = normalize()
        limit(to: Array(labels.indices))
        var minimizer = Minimizer()
        let solution = try minimum(from: center(), by: &minimizer, check)
        var found = Solution(groupWeights: groupWeights(of: solution, units), logLoss: 0, accuracy: 0)
        if judged { try judge(&found, near: solution, units, minimizer, check) }
        return found
    }

    /// Evaluates each fold with weights fitted to the other folds. The fits start at the weights of all
    /// texts.
    private mutating func judge(
        _ found: inout Solution, near solution: [Double], _ units: [Double], _ minimizer: Minimizer,
        _ check: () throws -> Void
    ) rethrows {
        found.heldOutScores = [[Double]](repeating: [], count: labels.count)
        for fold in Set(folds).sorted() {
            limit(to: labels.indices.filter { folds[$0] != fold })
            var minimizer = minimizer
            // With a single fold there are no texts to fit to, and the weights are the centers.
            let isFitted = factors.contains { any($0 .> 0) }
            let point = isFitted ? try minimum(from: solution, by: &minimizer, check) : center()
            found.foldWeights[fold] = groupWeights(of: point, units)
            let sums = sums(at: point)
            for text in labels.indices where folds[text] == fold {
                var row = sums[text]
                found.heldOutScores[text] = row
                let best = row.indices.reduce(0) { row[$1] > row[$0] ? $1 : $0 }
                if best == labels[text] { found.accuracy += weights[text] }
                let own = row[labels[text]]
                found.logLoss +=
                    weights[text] * (row.withUnsafeMutableBufferPointer { Softmax.logSumExp($0) } - own)
            }
        }
    }

    private func center() -> [Double] {
        var point = [Double](repeating: 0, count: width + categories + parts)
        for part in 0..<parts {
            point[part] = part < styleFeatures ? settings.weightCenter : Self.groupCenter
        }
        return point
    }

    /// Limits the fit to some texts.
    private mutating func limit(to fitted: [Int]) {
        let weight = fitted.reduce(0) { $0 + weights[$1] }
        let blocks = (labels.count + Self.lanes - 1) / Self.lanes
        factors = [SIMD8<Float>](repeating: .zero, count: blocks)
        for text in fitted {
            let factor = Float(weight > 0 ? weights[text] / weight : weights[text])
            factors[text / Self.lanes][text % Self.lanes] = factor
        }
        pullScale = max(1, Self.fullTexts / Double(max(1, fitted.count)))
    }

    private func minimum(
        from start: [Double], by minimizer: inout Minimizer, _ check: () throws -> Void
    ) rethrows -> [Double] {
        try minimizer.minimize(from: start) { point, gradient in
            try check()
            return loss(at: point, &gradient)
        }
    }

    private var uniform: GroupWeights {
        var groupWeights = GroupWeights(
            uniform: settings.weightCenter, styleFeatures: styleFeatures, categories: categories)
        groupWeights.constants = isPresent.map { $0 ? 0 : Self.absent }
        return groupWeights
    }

    /// Converts a point of the optimization to group weights.
    private func groupWeights(of point: [Double], _ units: [Double]) -> GroupWeights {
        var groupWeights = uniform
        for part in 0..<parts {
            let row = (0..<categories).map {
                (point[part] + point[parts + part * categories + $0]) / units[part]
            }
            if part < styleFeatures {
                groupWeights.styleFeatures[part] = row
            } else {
                groupWeights.featureGroups[featureGroups[part - styleFeatures].rawValue] = row
            }
        }
        let constants = parts + parts * categories
        for category in 0..<categories {
            if isPresent[category] {
                groupWeights.constants[category] = point[constants + category]
            } else {
                for styleFeature in groupWeights.styleFeatures.indices {
                    groupWeights.styleFeatures[styleFeature][category] = 0
                }
                for group in groupWeights.featureGroups.indices {
                    groupWeights.featureGroups[group][category] = 0
                }
            }
        }
        return groupWeights
    }

    /// Divides the scores of each feature group by their root mean square, and returns the divisors.
    private mutating func normalize() -> [Double] {
        var units = [Double](repeating: 1, count: parts)
        for part in styleFeatures..<parts {
            let starts = stride(from: part * categories, to: scores.count, by: width)
            let indices = starts.flatMap { [categories] start in start..<start + categories }
            // Lanes without a text are 0.
            let sum = indices.reduce(0.0) { $0 + Double((scores[$1] * scores[$1]).sum()) }
            let unit = (sum / Double(max(1, labels.count * categories))).squareRoot()
            units[part] = unit > 1e-9 ? unit : 1
            let factor = Float(1 / units[part])
            for index in indices { scores[index] *= factor }
        }
        return units
    }

    /// Returns the weights of a point of the optimization, in the order of the scores, and the constants.
    private func floats(of point: [Double]) -> (groupWeights: [Float], constants: [Float]) {
        (
            (0..<width).map { Float(point[$0 / categories] + point[parts + $0]) },
            (0..<categories).map { Float(point[parts + width + $0] + (isPresent[$0] ? 0 : Self.absent)) }
        )
    }

    /// Returns the scores of all texts at a point of the optimization.
    private func sums(at point: [Double]) -> [[Double]] {
        let (groupWeights, constants) = floats(of: point)
        var sums = [SIMD8<Float>](repeating: .zero, count: categories)
        return labels.indices.map { text in
            let (block, lane) = text.quotientAndRemainder(dividingBy: Self.lanes)
            if lane == 0 {
                scores.withUnsafeBufferPointer { scores in
                    groupWeights.withUnsafeBufferPointer { groupWeights in
                        sums.withUnsafeMutableBufferPointer { sums in
                            add(scores, block, groupWeights, constants, to: sums)
                        }
                    }
                }
            }
            return sums.map { Double($0[lane]) }
        }
    }

    /// Computes the scores of a block of texts by category.
    @inline(__always)
    private func add(
        _ scores: UnsafeBufferPointer<SIMD8<Float>>, _ block: Int, _ groupWeights: UnsafeBufferPointer<Float>,
        _ constants: [Float], to sums: UnsafeMutableBufferPointer<SIMD8<Float>>
    ) {
        // Wrapping arithmetic avoids overflow checks. Indices are within the buffers.
        let start = block &* width
        for category in 0..<categories {
            var sum = SIMD8<Float>(repeating: constants[category])
            var index = category
            for _ in 0..<parts {
                sum += scores[start &+ index] * groupWeights[index]
                index &+= categories
            }
            sums[category] = sum
        }
    }

    private func loss(at point: [Double], _ gradient: inout [Double]) -> Double {
        let (groupWeights, constants) = floats(of: point)
        var slopes = [SIMD8<Float>](repeating: .zero, count: width)
        var residuals = [SIMD8<Float>](repeating: .zero, count: categories)
        var rest = [Double](repeating: 0, count: categories)
        var value = 0.0
        scores.withUnsafeBufferPointer { scores in
            groupWeights.withUnsafeBufferPointer { groupWeights in
                slopes.withUnsafeMutableBufferPointer { slopes in
                    residuals.withUnsafeMutableBufferPointer { residuals in
                        for block in factors.indices {
                            add(scores, block, groupWeights, constants, to: residuals)
                            value += descend(residuals, block)
                            let start = block &* width
                            for category in 0..<categories {
                                let residual = residuals[category]
                                rest[category] += Double(residual.sum())
                                var index = category
                                for _ in 0..<parts {
                                    slopes[index] += scores[start &+ index] * residual
                                    index &+= categories
                                }
                            }
                        }
                    }
                }
            }
        }
        return value + pull(at: point, slopes.map { $0.sum() }, rest, &gradient)
    }

    /// Replaces the scores of a block of texts by the derivatives of the loss, and returns the loss.
    @inline(__always)
    private func descend(_ sums: UnsafeMutableBufferPointer<SIMD8<Float>>, _ block: Int) -> Double {
        // Log-sum-exp, shifted by the maximum to avoid overflow.
        var top = SIMD8<Float>(repeating: -.infinity)
        for category in 0..<categories { top.replace(with: sums[category], where: sums[category] .> top) }
        let first = block &* Self.lanes
        let count = min(Self.lanes, labels.count &- first)
        var own = SIMD8<Float>.zero
        for lane in 0..<count { own[lane] = sums[labels[first &+ lane]][lane] }
        var sum = SIMD8<Float>.zero
        for category in 0..<categories {
            sums[category] = Self.exponential(of: sums[category] - top)
            sum += sums[category]
        }
        // The factors of lanes without a text are 0.
        let factor = factors[block]
        let scale = factor / sum
        for category in 0..<categories { sums[category] *= scale }
        var value = 0.0
        for lane in 0..<count {
            sums[labels[first &+ lane]][lane] -= factor[lane]
            value += Double(factor[lane] * (logf(sum[lane]) + top[lane] - own[lane]))
        }
        return value
    }

    /// Returns *e* to the power of each lane. Lanes must not exceed 0. Lanes below -87 count as -87.
    ///
    /// The power of two is written into the exponent, and the rest, at most ln 2 / 2, is a Taylor polynomial with
    /// a relative error below 3e-7.
    @inline(__always)
    static func exponential(of lanes: SIMD8<Float>) -> SIMD8<Float> {
        let bounded = lanes.replacing(with: -87, where: lanes .< -87)
        // Adding 1.5 * 2^23 rounds to an integer, which is then in the lowest bits.
        let shift: Float = 12_582_912
        let shifted = bounded * Float(1.442_695_04) + shift
        let power = shifted - shift
        // ln 2 in two parts: the product with the first is exact.
        let rest = bounded - power * Float(0.693_145_752) - power * Float(1.428_606_77e-6)
        var sum = rest * Float(1.0 / 720) + Float(1.0 / 120)
        sum = sum * rest + Float(1.0 / 24)
        sum = sum * rest + Float(1.0 / 6)
        sum = sum * rest + Float(0.5)
        sum = sum * rest + 1
        sum = sum * rest + 1
        let bits = (unsafeBitCast(shifted, to: SIMD8<Int32>.self) &+ 127) &<< 23
        return sum * unsafeBitCast(bits, to: SIMD8<Float>.self)
    }

    private func pull(
        at point: [Double], _ slopes: [Float], _ rest: [Double], _ gradient: inout [Double]
    ) -> Double {
        var value = 0.0
        for part in 0..<parts {
            let isStyleFeature = part < styleFeatures
            let common = pullScale * (isStyleFeature ? settings.weightPull : Self.groupPull)
            let apart =
                pullScale * (isStyleFeature ? settings.categoryPull : Self.groupCategoryPull)
            let distance = point[part] - (isStyleFeature ? settings.weightCenter : Self.groupCenter)
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
