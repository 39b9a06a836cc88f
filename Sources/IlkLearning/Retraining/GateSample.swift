/// Texts of known category on which a new model is held against the one in use.
public struct GateSample: Sendable, Hashable, Codable {
    /// What the texts are called in reports.
    public var name: String
    /// Who was right: the first is the model in use, the second the new one.
    public var comparison: PairedComparison

    /// A sample of these parts.
    public init(name: String, comparison: PairedComparison) {
        self.name = name
        self.comparison = comparison
    }

    /// From so many texts on one text more or less is no more than half a point, and what was measured decides; of fewer,
    /// the interval.
    public static let fewestToMeasure = 200

    /// Whether the new model is worse by more than half a point.
    ///
    /// Of ``fewestToMeasure`` texts and more: when it was measured to be. Of fewer: when the 95 % interval of the
    /// difference lies wholly below that, for a single text is more than half a point of them.
    public var isWorse: Bool {
        guard comparison.texts > 0 else { return false }
        if comparison.texts >= Self.fewestToMeasure {
            return comparison.difference < -RetrainingGate.tolerance
        }
        return comparison.differenceInterval.upper < -RetrainingGate.tolerance
    }

    /// In one line: what was right before and after, and how far the difference is known.
    public var line: String {
        let before = comparison.bothRight + comparison.onlyFirstRight
        let after = comparison.bothRight + comparison.onlySecondRight
        let interval = comparison.differenceInterval
        let range = "\(Self.points(interval.lower)) to \(Self.points(interval.upper))"
        return "\(before) of \(comparison.texts) right before, \(after) after (95 %: \(range) points)"
    }

    /// A share as points with a sign and one digit: `-1.2`.
    static func points(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths < 0 ? "-" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
