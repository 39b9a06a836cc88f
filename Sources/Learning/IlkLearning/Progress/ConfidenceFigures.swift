/// The accuracy of the predictions by their probability.
public struct ConfidenceFigures: Sendable, Hashable {
    /// `true` if the figures are from the random audit sample, which represents all texts. `false` if they
    /// are from all reviewed texts, most of which were chosen because their predictions were uncertain.
    public let isOfAudits: Bool
    /// The number of texts.
    public let texts: Int
    /// The accuracy by probability.
    public let calibration: Calibration
    /// The error rate by coverage.
    public let riskCurve: RiskCurve

    /// Calculates the figures from the audit sample if it has enough texts, otherwise from all reviewed
    /// texts.
    ///
    /// - Parameter texts: The reviewed texts. Texts without a probability are ignored.
    /// - Returns: `nil` if no text has a probability.
    /// - Complexity: O(*n* log *n*) in the number of texts.
    init?(_ texts: [ReviewedText]) {
        let known = texts.filter { $0.probability != nil }
        let audits = known.filter(\.isAudit)
        isOfAudits = audits.count >= DriftTest.fewestTexts
        let counted = isOfAudits ? audits : known
        guard !counted.isEmpty else { return nil }
        self.texts = counted.count
        let probabilities = counted.compactMap(\.probability)
        let isRight = counted.map(\.isCorrect)
        calibration = Calibration(probabilities: probabilities, isRight: isRight)
        riskCurve = RiskCurve(probabilities: probabilities, isRight: isRight)
    }
}
