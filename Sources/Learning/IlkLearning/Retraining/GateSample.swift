/// Texts of known category on which a new model is held against the one in use.
public struct GateSample: Sendable, Hashable, Codable {
    /// What the texts are called in reports.
    public var name: String
    /// Who was right: the first is the model in use, the second the new one.
    public var comparison: PairedComparison
    /// How much more probable the new one finds what is right, -1 ... 1 for each text; nil in versions of a program before
    /// this one.
    ///
    /// Of few hundred texts hardly any changes sides between two models that are much alike, and right and wrong alone say
    /// little of them: of 325 texts without a change the interval still reaches half a point. The probability that is given
    /// to what is right moves with each text, and its mean is the share that is right of one who draws by these
    /// probabilities.
    public var shift: MeanOfTexts?

    /// A sample of these parts.
    public init(name: String, comparison: PairedComparison, shift: MeanOfTexts? = nil) {
        self.name = name
        self.comparison = comparison
        self.shift = shift
    }

    /// From so many texts on the mean shift of the probabilities says how far the new model may be worse; of fewer, whose
    /// mean a few texts decide, who was right and who was wrong.
    public static let fewestForShift = 100

    /// From so many texts on a sample must show by itself that the new model is no worse; where there are fewer another
    /// sample may show it.
    public static let fewestToShow = 200

    /// Whether the new model was measured to be worse by more than half a point. Of fewer than 200 texts a single one is
    /// that.
    public var isWorse: Bool { comparison.difference < -RetrainingGate.tolerance }

    /// How much the new model is better, at least: the lower end of a one-sided 95 % interval, -1 ... 1.
    public var lowerBound: Double {
        guard let shift, shift.texts >= Self.fewestForShift else { return comparison.differenceLowerBound }
        return shift.lowerBound
    }

    /// Whether it is shown, at 95 %, that the new model is not worse by more than half a point.
    public var isShown: Bool { comparison.texts > 0 && lowerBound >= -RetrainingGate.tolerance }

    /// In one line: what was right before and after, and how much worse it may be.
    public var line: String {
        let before = comparison.bothRight + comparison.onlyFirstRight
        let after = comparison.bothRight + comparison.onlySecondRight
        return
            "\(before) of \(comparison.texts) right before, \(after) after (95 %: \(Self.points(lowerBound)) points or better)"
    }

    /// A share as points with a sign and one digit: `-1.2`. Rounded down, so that it promises no more than there is.
    static func points(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded(.down))
        return "\(tenths < 0 ? "-" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
