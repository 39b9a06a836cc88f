/// The accuracy of the predictions by their probability.
public struct ConfidenceFigures: Sendable, Hashable {
    /// `true` if the figures are of audits, which describe all texts. `false` if they are of all reviewed
    /// texts, most of which were chosen because their predictions were uncertain.
    public let isOfAudits: Bool
    /// The number of texts.
    public let texts: Int
    /// The accuracy by probability.
    public let calibration: Calibration
    /// The error rate by coverage.
    public let riskCurve: RiskCurve

    /// Calculates the figures of the audits if there are enough of them, otherwise of all texts.
    ///
    /// - Parameter texts: The texts. Those without a probability do not count.
    /// - Returns: `nil` without a text that counts.
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
