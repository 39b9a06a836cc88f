package import IlkModels
package import IlkText
package import IlkVocabulary

/// Fits a ``ResidualHead`` to corrections.
///
/// For features φ(x) of a text, the human labels y and the probabilities p of the base version, it minimizes
///
///     Σᵢ wᵢ |yᵢ - pᵢ - φᵢV|² + λ|V|² + κλN Σⱼ cⱼ|Vⱼ|² + κλ Σ_l N_l |μ_l V|²
///
/// Here cⱼ are the mean squares of the features in the N texts of the base version, and μ_l are their means
/// in the N_l texts of each label. The last two terms preserve the predictions for texts that resemble the
/// texts of the base version.
///
/// With 50 corrections or more, κ is the largest of three values whose leave-one-out error is at most one
/// standard error above the smallest one (the one-standard-error rule: L. Breiman and others,
/// "Classification and Regression Trees", 1984). If corrections say little about other texts of the stream,
/// the base version changes little.
///
/// The result does not depend on the order of the corrections.
package struct ResidualHeadFit {
    /// λ for a base version with statistics, and λ for one without. Without statistics, λ is much larger,
    /// because only this term preserves the predictions.
    static let ridge = 0.5
    static let ridgeWithoutStatistics = 8.0
    /// The values of κ, the weight of the texts of the base version, ascending.
    static let keeping = [0.5, 2, 8]
    /// The numbers of corrections that choose κ. With fewer, κ is the first value.
    private static let compared = 50...1_024
    /// The maximum number of corrections for up to 1,024 labels. The time grows with the cube of this number.
    static let mostTexts = 4_096
    /// The maximum number of corrections times labels.
    private static let mostTargets = 1 << 22

    /// Returns the maximum number of corrections that one fit can include.
    ///
    /// - Parameter labels: The number of labels.
    package static func capacity(labels: Int) -> Int { max(1, min(mostTexts, mostTargets / max(1, labels))) }

    private struct Text {
        var digest: ContentDigest
        var row: [(bucket: UInt32, value: Double)]
        var target: [Double]
        var weight: Double
    }

    private let taxonomy: Taxonomy
    private let bits: Int
    private let statistics: BaseStatistics?
    private let scope: HeadFeatures.Scope
    private var features: HeadFeatures
    private var texts: [Text] = []

    /// Creates a fit without corrections.
    ///
    /// - Parameters:
    ///   - taxonomy: The labels of the combined rules and model.
    ///   - statistics: The statistics of the base version, or `nil` if it has none.
    ///   - scope: The feature groups.
    package init(taxonomy: Taxonomy, statistics: BaseStatistics?, scope: HeadFeatures.Scope = .all) {
        self.taxonomy = taxonomy
        self.scope = scope
        features = HeadFeatures(scope)
        let fitting = HeadFeatures.bits(labels: taxonomy.count)
        // The statistics of a base version with far fewer labels have too many buckets.
        self.statistics = statistics.flatMap { $0.bits <= fitting + 1 ? $0 : nil }
        bits = self.statistics?.bits ?? fitting
    }

    /// Adds a correction.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - digest: The digest of the text.
    ///   - labels: The indexes of its human labels: one, or any number in a multi-label taxonomy.
    ///   - scores: The scores of the base version, which has not learned the text.
    ///   - weight: The weight of the correction, above 0.
    /// - Complexity: O(*n* log *n*) in the length of the text.
    package mutating func add(
        _ analysis: borrowing AnalyzedText, _ digest: ContentDigest, labels: [Int], scores: [Double],
        weight: Double = 1
    ) {
        precondition(scores.count == taxonomy.count && weight > 0, "a score for each label, and a weight")
        var target = probabilities(of: scores)
        for label in target.indices { target[label] = (labels.contains(label) ? 1 : 0) - target[label] }
        texts.append(
            Text(
                digest: digest, row: features.row(of: analysis, bits: bits), target: target, weight: weight))
    }

    /// Returns the head that fits the corrections added so far.
    ///
    /// - Returns: The weights and the leave-one-out predictions.
    /// - Complexity: That of ``KernelRidge`` for the corrections and a row for each label, for each value of κ.
    package func solved() -> Solution {
        let texts = texts.sorted { $0.digest < $1.digest }
        // A head of recent corrections must be ready at once.
        guard statistics != nil, scope == .all, texts.count >= Self.compared.lowerBound else {
            return solution(fit(texts, keeping: Self.keeping[0]), texts)
        }
        // Texts in the order of their digests are a random sample.
        let sample = Array(texts.prefix(Self.compared.upperBound))
        let fits = Self.keeping.map { fit(sample, keeping: $0) }
        let chosen = Self.lastWithinStandardError(fits.map { squaredErrors(of: $0, sample) })
        let isWhole = sample.count == texts.count
        return solution(isWhole ? fits[chosen] : fit(texts, keeping: Self.keeping[chosen]), texts)
    }

    /// A solved ridge regression of the corrections, and of a row for each label of the base version.
    private struct Fit {
        var rows: [KernelRidge.Row]
        var scale: [Double]
        var ridged: KernelRidge
    }

    private func fit(_ texts: [Text], keeping: Double) -> Fit {
        let scale = penaltyScale(keeping)
        let (labels, ridge) = (taxonomy.count, statistics == nil ? Self.ridgeWithoutStatistics : Self.ridge)
        var rows = texts.map { row($0.row, scale, target: $0.target, noise: ridge / $0.weight) }
        for mean in statistics?.means ?? [] where mean.texts > 0 {
            rows.append(
                row(
                    zip(mean.buckets, mean.numbers).map { ($0, $1) }, scale,
                    target: [Double](repeating: 0, count: labels),
                    noise: 1 / (keeping * Double(mean.texts))))
        }
        let ridged = KernelRidge(rows, width: scale.count, columns: labels)
        return Fit(rows: rows, scale: scale, ridged: ridged)
    }

    /// Returns the weighted squared leave-one-out error of each correction.
    private func squaredErrors(of fit: Fit, _ texts: [Text]) -> [Double] {
        let labels = taxonomy.count
        return texts.enumerated().map { place, text in
            let residuals = fit.ridged.leftOut[place * labels..<(place + 1) * labels]
            return text.weight * residuals.reduce(0) { $0 + $1 * $1 }
        }
    }

    /// Returns the last index whose mean error exceeds the smallest mean error by at most one standard error
    /// of the paired difference.
    ///
    /// - Parameter errors: The errors of the same texts, at least two, for each index.
    static func lastWithinStandardError(_ errors: [[Double]]) -> Int {
        let sums = errors.map { $0.reduce(0, +) }
        guard let best = sums.indices.min(by: { sums[$0] < sums[$1] }) else { return 0 }
        return sums.indices.last { index in
            let differences = zip(errors[index], errors[best]).map { $0 - $1 }
            let count = Double(differences.count)
            let mean = differences.reduce(0, +) / count
            let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
            return mean <= (variance / count).squareRoot()
        } ?? best
    }

    private func solution(_ fit: Fit, _ texts: [Text]) -> Solution {
        let labels = taxonomy.count
        var weights = [Float](repeating: 0, count: fit.scale.count * labels)
        var sums = [Double](repeating: 0, count: weights.count)
        for (place, row) in fit.rows.enumerated() {
            for (feature, value) in zip(row.features, row.values) {
                for label in 0..<labels {
                    sums[Int(feature) * labels + label] += fit.ridged.weights[place * labels + label] * value
                }
            }
        }
        for index in sums.indices { weights[index] = Float(sums[index] * fit.scale[index / labels]) }
        var answers: [Answer] = []
        for (place, text) in texts.enumerated() {
            let residuals = text.target.indices.map {
                text.target[$0] - fit.ridged.leftOut[place * labels + $0]
            }
            answers.append(Answer(digest: text.digest, residuals: residuals))
        }
        return Solution(
            labels: taxonomy.categories, bits: bits, texts: texts.count, weights: weights, answers: answers)
    }

    private func probabilities(of scores: [Double]) -> [Double] {
        var probabilities: [Double] = []
        if taxonomy.isMultilabel {
            LogOdds.probabilities(of: scores, into: &probabilities)
        } else {
            Softmax.probabilities(of: scores, into: &probabilities)
        }
        return probabilities
    }

    /// Returns the factor of each bucket that makes the penalty equal for all buckets: 1/√(1 + κNcⱼ).
    private func penaltyScale(_ keeping: Double) -> [Double] {
        var scale = [Double](repeating: 1, count: 1 << bits)
        guard let squares = statistics?.squares else { return scale }
        for (bucket, square) in zip(squares.buckets, squares.numbers) {
            scale[Int(bucket)] = 1 / (1 + keeping * Double(squares.texts) * square).squareRoot()
        }
        return scale
    }

    private func row(
        _ entries: [(bucket: UInt32, value: Double)], _ scale: [Double], target: [Double], noise: Double
    ) -> KernelRidge.Row {
        KernelRidge.Row(
            features: entries.map(\.bucket), values: entries.map { $0.value * scale[Int($0.bucket)] },
            target: target, noise: noise)
    }

    /// The leave-one-out prediction for a corrected text, by a model that has learned all other corrections.
    package struct Answer: Sendable, Hashable {
        /// The digest of the text.
        package var digest: ContentDigest
        /// The predicted difference between the human labels and the probabilities of the base version.
        package var residuals: [Double]
    }

    /// A fitted head.
    package struct Solution: Sendable {
        let labels: [Category]
        let bits: Int
        let texts: Int
        /// The weights by bucket and label.
        let weights: [Float]
        /// The leave-one-out predictions for the corrections, by digest. They are exact for the weights
        /// before rounding.
        package let answers: [Answer]

        /// Returns the weights of the head, rounded to bytes.
        package func rounded() -> HeadWeights {
            let unit = ByteWeights.unit(of: weights[...], labels: labels.count)
            return HeadWeights(
                weights: weights.map { Int8(ByteWeights.whole($0, unit)) }, unit: Double(unit), bits: bits,
                labels: labels, texts: texts)
        }
    }
}
