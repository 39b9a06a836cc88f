import Glibc
package import IlkVocabulary

/// The expected gain in accuracy from further corrections, extrapolated from the learning curve so far.
///
/// The error rate after *n* corrections is fitted as *a* + *b* / √(*n* + 20) with *a*, *b* ≥ 0, by least
/// squares over the corrected texts. Each text is a test of the model that classified the text. The *n* of a
/// model is the number of corrections that were made before the model classified the first of its texts.
///
/// The review queue prefers uncertain texts. To compensate for this, each text is weighted by the number of
/// logged texts per corrected text with the same model and a margin in the same range (post-stratification).
public struct ExpectedGain: Sendable, Hashable {
    /// The result of the estimation.
    public enum Result: Sendable, Hashable {
        /// There are fewer than ``ExpectedGain/minimumTexts`` corrected texts whose model is known.
        case tooFew
        /// All models could learn from the same number of corrections, so there is no learning curve.
        case unchangedModel
        /// The gain in accuracy, as a share of all texts, with its 95 % confidence interval.
        case gain(Double, ConfidenceInterval)
    }

    /// The minimum number of corrected texts for an estimate.
    public static let minimumTexts = 25
    /// The number of further corrections for which the gain is estimated.
    public static let step = 50
    /// The smallest gain in accuracy that is worth the work of correcting, as a share of all texts.
    public static let smallestGain = 0.002

    /// The number of corrected texts.
    public let texts: Int
    /// The expected gain from the next ``step`` corrections, or the reason why no gain can be estimated.
    public let result: Result

    /// `true` if the upper limit of the gain is below ``smallestGain``.
    public var isUnlikelyToHelp: Bool {
        if case .gain(_, let interval) = result { interval.upper < Self.smallestGain } else { false }
    }

    package var fields: JSONObject {
        var fields: JSONObject = ["texts": texts, "corrections": Self.step]
        switch result {
        case .tooFew: fields["reason"] = "tooFew"
        case .unchangedModel: fields["reason"] = "unchangedModel"
        case .gain(let gain, let interval):
            fields["gain"] = gain
            fields["lower"] = interval.lower
            fields["upper"] = interval.upper
            fields["unlikelyToHelp"] = isUnlikelyToHelp
        }
        return fields
    }

    /// Estimates the gain.
    ///
    /// - Parameters:
    ///   - texts: The corrected texts.
    ///   - margins: The margins of a random sample of logged texts. The key is the digest of the model that
    ///     classified the texts.
    /// - Complexity: O(*n* log *n*) in the number of texts and margins.
    package init(_ texts: [ReviewedText], margins: [String: [Double]]) {
        self.texts = texts.count
        let points = Self.points(texts, margins)
        guard points.count >= Self.minimumTexts else {
            result = .tooFew
            return
        }
        guard let fit = LearningCurveFit(points) else {
            result = .unchangedModel
            return
        }
        let change =
            LearningCurveFit.abscissa(texts.count) - LearningCurveFit.abscissa(texts.count + Self.step)
        let width = 1.96 * fit.standardError
        result = .gain(
            change * fit.slope,
            ConfidenceInterval(
                lower: change * max(0, fit.slope - width), upper: min(1, change * (fit.slope + width))))
    }

    private static func points(
        _ texts: [ReviewedText], _ margins: [String: [Double]]
    ) -> [LearningCurveFit.Point] {
        let times = texts.map(\.correctionTime).sorted()
        let strata = MarginStrata(margins)
        let models = Dictionary(grouping: texts.filter { $0.model != nil }) { $0.model ?? "" }
        return models.sorted { $0.key < $1.key }.flatMap { model, texts in
            let start = texts.map(\.time).min() ?? 0
            let known = times.count { $0 < start }
            return zip(texts, strata.weights(of: texts, by: model)).map { text, weight in
                LearningCurveFit.Point(
                    corrections: known, error: text.isCorrect ? 0 : 1, weight: weight)
            }
        }
    }
}

/// The weighted least-squares fit of errors to *a* + *b* / √(*n* + 20), with *a*, *b* ≥ 0.
struct LearningCurveFit {
    /// A corrected text as a test of the model that classified the text.
    struct Point {
        /// The number of corrections that the model could have learned.
        var corrections: Int
        /// 1 for a wrong prediction, 0 for a correct one.
        var error: Double
        var weight: Double
    }

    /// The error after infinitely many corrections.
    let limit: Double
    let slope: Double
    /// The standard error of the slope, with the binomial variance of each point.
    let standardError: Double

    /// Returns 1 / √(*n* + 20). The fitted error is a linear function of this value.
    static func abscissa(_ corrections: Int) -> Double { 1 / Double(corrections + 20).squareRoot() }

    /// Fits the curve. Returns `nil` if all points have the same number of corrections.
    init?(_ points: [Point]) {
        let values = points.map { Self.abscissa($0.corrections) }
        guard Set(points.map(\.corrections)).count > 1 else { return nil }
        let total = points.reduce(0) { $0 + $1.weight }
        func mean(_ value: (Int) -> Double) -> Double {
            points.indices.reduce(0) { $0 + points[$1].weight * value($1) } / total
        }
        let (center, error) = (mean { values[$0] }, mean { points[$0].error })
        let spread = mean { (values[$0] - center) * (values[$0] - center) }
        let free = mean { (values[$0] - center) * (points[$0].error - error) } / spread
        if free < 0 {
            (slope, limit) = (0, error)
        } else if error - free * center < 0 {
            (slope, limit) = (mean { values[$0] * points[$0].error } / mean { values[$0] * values[$0] }, 0)
        } else {
            (slope, limit) = (free, error - free * center)
        }
        // Laplace's rule of succession keeps the variance above 0 if all predictions are correct.
        let count = Double(points.count)
        var variance = 0.0
        for (place, point) in points.enumerated() {
            let fitted = min(1, limit + slope * values[place])
            let smoothed = (count * fitted + 1) / (count + 2)
            let influence = point.weight * (values[place] - center) / (total * spread)
            variance += influence * influence * smoothed * (1 - smoothed)
        }
        standardError = variance.squareRoot()
    }
}
