import IlkModels
import IlkTraining
import IlkVocabulary

/// The calibration of a naive Bayes model and its rules on held-out sources.
///
/// Group weights and rule weights fit the sources of their texts best, so the probabilities of texts from
/// other sources are too high. Therefore each text is scored with weights that were fitted without its
/// source. One factor for all these scores (temperature scaling, C. Guo et al. 2017) is chosen for the
/// smallest log loss.
public struct SourceCalibration: Sendable {
    /// The factor by which all scores are multiplied, above 0 and at most 1. It is the inverse of the
    /// temperature.
    public let sharpness: Double
    /// The number of scored texts.
    public let texts: Int
    /// The number of sources of the scored texts.
    public let sources: Int
    /// The expected calibration error of the multiplied scores.
    public let calibration: Calibration
    /// The probability threshold with a guaranteed error rate of at most ``maxError`` on texts of a new
    /// source.
    public let guarantee: ErrorRateGuarantee

    /// The highest permitted error rate of ``guarantee``.
    public static let maxError = 0.05

    /// Fits the factor.
    ///
    /// - Parameters:
    ///   - heldOut: The held-out texts.
    ///   - scores: The scores of each held-out text, including the scores of the rules.
    ///   - all: The training texts.
    init(_ heldOut: SourceHeldOutScores, scores: [[Double]], of all: [LabeledText]) {
        var fit = TemperatureFit(categories: scores.first?.count ?? 0)
        for (text, row) in zip(heldOut.texts, scores) {
            fit.add(row.map(Float.init), label: text.category, weight: text.weight)
        }
        // The factor is rounded, so that the order of equal texts has no effect.
        let sharpness = (min(1, fit.solve().sharpness) * 1_000).rounded() / 1_000
        var stated: [Double] = []
        var isRight: [Bool] = []
        var probabilities: [Double] = []
        for (text, row) in zip(heldOut.texts, scores) {
            Softmax.probabilities(of: row.map { $0 * sharpness }, into: &probabilities)
            let best = probabilities.indices.reduce(0) { probabilities[$1] > probabilities[$0] ? $1 : $0 }
            stated.append(probabilities[best])
            isRight.append(best == text.category)
        }
        let names = heldOut.texts.map { all[$0.index].source ?? "" }
        self.sharpness = sharpness
        texts = scores.count
        sources = Set(names).count
        calibration = Calibration(probabilities: stated, isRight: isRight)
        guarantee = ErrorRateGuarantee(
            maxError: Self.maxError, probabilities: stated, isRight: isRight, sources: names)
    }
}

extension SourceCalibration {
    /// The guaranteed error rate on new sources as a phrase for messages and cards.
    public var guaranteePhrase: String {
        let percent = Int((Self.maxError * 100).rounded())
        let fewest = ErrorRateGuarantee.fewestRowsOfSource(maxError: Self.maxError)
        guard guarantee.scope == .newSources else {
            return "no error rate is guaranteed. \(ErrorRateGuarantee.fewestSources) sources of at least "
                + "\(fewest) texts are required, and there are \(guarantee.sources ?? 0)"
        }
        guard guarantee.outcome == .guaranteed else {
            return "no threshold has an error rate of at most \(percent) % on 95 % of the "
                + "\(guarantee.sources ?? 0) sources"
        }
        // All digits are written, because a threshold that is rounded down would break the guarantee.
        return "at least 95 % of them have an error rate of at most \(percent) % with the threshold "
            + "\(guarantee.threshold), which \(Int((guarantee.coverage * 100).rounded())) % of the texts reach"
    }
}
