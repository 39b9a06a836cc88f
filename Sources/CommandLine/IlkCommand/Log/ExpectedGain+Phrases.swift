import IlkConsole
import IlkLearning

extension ExpectedGain {
    /// A sentence with the gain in accuracy that more corrections are expected to bring.
    var sentence: String {
        switch result {
        case .tooFew:
            "Gain of more corrections: too few corrections to estimate"
                + (texts < Self.minimumTexts ? " (\(texts) of \(Self.minimumTexts))." : ".")
        case .unchangedModel:
            """
            Gain of more corrections: not known yet. Run 'ilk retrain', classify new texts, and correct some \
            of them.
            """
        case .gain(let gain, let interval):
            """
            Gain of the next \(Self.step) corrections: about \(points(gain)) points of accuracy (95 %: \
            \(points(interval.lower)) to \(points(interval.upper))).\
            \(isUnlikelyToHelp ? " More corrections are unlikely to help." : "")
            """
        }
    }

    private func points(_ share: Double) -> String { DecimalText.fixed(100 * share, 1) }
}
