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
    /// The style features, or `nil` for a fit without them.
    private let style: StyleTerms?
    private let featureGroups: [FeatureGroup]
    private let categories: Int
    private let settings: BayesSettings
    /// The scores of feature groups in blocks of eight texts, one in each lane: by block, then by group, then by
    /// category.
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
    /// The number of texts from which the search begins at the weights of a quarter of the texts. Their order does
    /// not depend on their categories.
    private static let manyTexts = 8_000
    private static let lanes = SIMD8<Float>.scalarCount

    private var styleFeatures: Int { style?.features ?? 0 }
    /// Style features, then feature groups. Each has a weight for each category.
    private var parts: Int { styleFeatures + featureGroups.count }
    /// The number of scores of a text in feature groups.
    private var width: Int { featureGroups.count * categories }

    /// Creates a fit. The texts of `style` must be added in their order.
    init(
        style: StyleTerms?, featureGroups: [FeatureGroup], documents: [Int], settings: BayesSettings,
        texts: Int
    ) {
        self.style = style
        self.featureGroups = featureGroups
        categories = documents.count
        isPresent = documents.map { $0 > 0 }
        self.settings = settings
        scores.reserveCapacity((texts + Self.lanes - 1) / Self.lanes * width)
    }

    /// Adds a text. `tables` has the scores of each feature group.
    mutating func add(_ text: Int, in tables: [ScoreTable], category: Int, weight: Double, fold: Int) {
        let lane = labels.count % Self.lanes
        if lane == 0 { scores.append(contentsOf: repeatElement(.zero, count: width)) }
        var index = scores.count - width
        for table in tables {
            for score in table[text] {
                scores[index][lane] = score
                index += 1
            }
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
        var minimizer = Minimizer()
        var solution = center()
        if labels.count >= Self.manyTexts {
            limit(to: Array(labels.indices.prefix(labels.count / 4)))
            solution = try minimum(from: solution, by: &minimizer, check)
        }
        limit(to: Array(labels.indices))
        solution = try minimum(from: solution, by: &minimizer, check)
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
        var point = [Double](repeating: 0, count: parts + (parts + 1) * categories)
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
        for group in featureGroups.indices {
            let part = styleFeatures + group
            let starts = stride(from: group * categories, to: scores.count, by: width)
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

    /// Returns the weights of a point of the optimization, by part, then by category, and the constants.
    private func floats(of point: [Double]) -> (groupWeights: [Float], constants: [Float]) {
        (
            (0..<parts * categories).map { Float(point[$0 / categories] + point[parts + $0]) },
            (0..<categories).map {
                Float(point[parts + parts * categories + $0] + (isPresent[$0] ? 0 : Self.absent))
            }
        )
    }

    /// Returns the scores of all texts at a point of the optimization.
    private func sums(at point: [Double]) -> [[Double]] {
        let (groupWeights, constants) = floats(of: point)
        style?.begin(groupWeights)
        var sums = [SIMD8<Float>](repeating: .zero, count: categories)
        return labels.indices.map { text in
            let (block, lane) = text.quotientAndRemainder(dividingBy: Self.lanes)
            if lane == 0 {
                sums.withUnsafeMutableBufferPointer { add(block, groupWeights, constants, to: $0) }
            }
            return sums.map { Double($0[lane]) }
        }
    }

    /// The texts of a block.
    @inline(__always)
    private func texts(of block: Int) -> Range<Int> {
        block &* Self.lanes..<min(labels.count, (block &+ 1) &* Self.lanes)
    }

    /// Computes the scores of a block of texts by category.
    @inline(__always)
    private func add(
        _ block: Int, _ groupWeights: [Float], _ constants: [Float],
        to sums: UnsafeMutableBufferPointer<SIMD8<Float>>
    ) {
        // Wrapping arithmetic avoids overflow checks. Indices are within the buffers.
        let first = styleFeatures &* categories
        scores.withUnsafeBufferPointer { scores in
            groupWeights.withUnsafeBufferPointer { groupWeights in
                for category in 0..<categories {
                    var sum = SIMD8<Float>(repeating: constants[category])
                    for index in stride(from: category, to: width, by: categories) {
                        sum += scores[block &* width &+ index] * groupWeights[first &+ index]
                    }
                    sums[category] = sum
                }
            }
        }
        guard let style else { return }
        sums.withMemoryRebound(to: Float.self) { sums in
            for text in texts(of: block) {
                style.add(text, to: sums, from: text % Self.lanes, by: Self.lanes)
            }
        }
    }

    private func loss(at point: [Double], _ gradient: inout [Double]) -> Double {
        let (groupWeights, constants) = floats(of: point)
        style?.begin(groupWeights)
        var slopes = [SIMD8<Float>](repeating: .zero, count: width)
        var residuals = [SIMD8<Float>](repeating: .zero, count: categories)
        var rest = [Double](repeating: 0, count: categories)
        var value = 0.0
        slopes.withUnsafeMutableBufferPointer { slopes in
            residuals.withUnsafeMutableBufferPointer { residuals in
                // Blocks without texts of the fit are skipped.
                for block in factors.indices where any(factors[block] .!= 0) {
                    add(block, groupWeights, constants, to: residuals)
                    value += descend(residuals, block)
                    addSlopes(of: block, residuals, to: slopes)
                    for category in 0..<categories { rest[category] += Double(residuals[category].sum()) }
                }
            }
        }
        var sums = [Double](repeating: 0, count: styleFeatures * categories)
        style?.addSlopes(to: &sums)
        sums += slopes.map { Double($0.sum()) }
        return value + pull(at: point, sums, rest, &gradient)
    }

    /// Adds the derivatives of a block's loss by the weights. `residuals` has the derivatives by the scores.
    @inline(__always)
    private func addSlopes(
        of block: Int, _ residuals: UnsafeMutableBufferPointer<SIMD8<Float>>,
        to slopes: UnsafeMutableBufferPointer<SIMD8<Float>>
    ) {
        scores.withUnsafeBufferPointer { scores in
            for category in 0..<categories {
                for index in stride(from: category, to: width, by: categories) {
                    slopes[index] += scores[block &* width &+ index] * residuals[category]
                }
            }
        }
        guard let style else { return }
        residuals.withMemoryRebound(to: Float.self) { residuals in
            for text in texts(of: block) where factors[block][text % Self.lanes] != 0 {
                style.addSlopes(of: text, residuals, from: text % Self.lanes, by: Self.lanes)
            }
        }
    }

    /// Replaces the scores of a block of texts by the derivatives of the loss, and returns the loss.
    @inline(__always)
    private func descend(_ sums: UnsafeMutableBufferPointer<SIMD8<Float>>, _ block: Int) -> Double {
        // Log-sum-exp, shifted by the maximum to avoid overflow.
        var top = SIMD8<Float>(repeating: -.infinity)
        for category in 0..<categories { top.replace(with: sums[category], where: sums[category] .> top) }
        let first = block &* Self.lanes
        let count = texts(of: block).count
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

    private func pull(
        at point: [Double], _ slopes: [Double], _ rest: [Double], _ gradient: inout [Double]
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
                let slope = slopes[part * categories + category]
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
