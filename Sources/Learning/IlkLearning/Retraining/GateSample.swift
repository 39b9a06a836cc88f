/// The comparison of a candidate with the active version on one set of labeled texts.
public struct GateSample: Sendable, Hashable, Codable {
    /// The name of the set of texts, as reports show it.
    public var name: String
    /// The paired comparison. The active version is the first, the candidate the second.
    public var comparison: PairedComparison
    /// The mean change of the actual category's probability, -1 ... 1, or `nil` in versions of earlier
    /// releases.
    ///
    /// Two similar models rarely differ in the prediction for a few hundred texts, so accuracy alone says
    /// little. Without any difference on 325 texts, its interval still reaches half a percentage point. The
    /// probability of the actual category differs on nearly every text. Its mean is the expected accuracy of
    /// predictions drawn at random from the probabilities.
    public var shift: MeanOfTexts?

    package init(name: String, comparison: PairedComparison, shift: MeanOfTexts? = nil) {
        self.name = name
        self.comparison = comparison
        self.shift = shift
    }

    /// The name of the random audits.
    public static let auditSample = "audit sample"
    /// The name of the held-out corrections or records.
    public static let heldOut = "held out"
    /// The name of the texts in the program that no model is trained on.
    public static let regressionSet = "regression set"
    /// The name of the user's own regression set.
    public static let ownRegressionSet = "your regression set"
    /// The name of the cross-validation on the records of a store.
    public static let crossValidated = "cross-validated"

    /// The names of samples in manifests of earlier releases, with the current ones.
    private static let formerNames = [
        "random audits": auditSample, "held back": heldOut, "frozen texts": regressionSet,
        "left out": crossValidated,
    ]

    /// Decodes a sample of this release or an earlier one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        self.name = Self.formerNames[name] ?? name
        comparison = try container.decode(PairedComparison.self, forKey: .comparison)
        shift = try container.decodeIfPresent(MeanOfTexts.self, forKey: .shift)
    }

    /// The fewest texts for a decision by ``shift``. With fewer, where a few texts dominate the mean,
    /// ``comparison`` decides.
    public static let minimumForShift = 100

    /// The fewest texts with which a sample must show on its own that the candidate is no worse. Smaller
    /// samples can rely on another one.
    public static let minimumToDecide = 200

    /// `true` if the measured accuracy of the candidate is lower by more than half a percentage point. With
    /// fewer than 200 texts, a single additional error suffices.
    public var isWorse: Bool { comparison.difference < -RetrainingGate.tolerance }

    /// The one-sided 95 % lower confidence bound of the improvement, -1 ... 1.
    public var lowerBound: Double {
        guard let shift, shift.texts >= Self.minimumForShift else { return comparison.differenceLowerBound }
        return shift.lowerBound
    }

    /// `true` if, with 95 % confidence, the candidate is not worse by more than half a percentage point.
    public var isShownNonInferior: Bool { comparison.texts > 0 && lowerBound >= -RetrainingGate.tolerance }

    /// A summary in one line: accuracy before and after, and the lower bound of the improvement.
    public var line: String {
        let before = comparison.bothRight + comparison.onlyFirstRight
        let after = comparison.bothRight + comparison.onlySecondRight
        return
            "\(before) of \(comparison.texts) correct before, \(after) after (at worst \(lowerBoundInPoints) points, 95 % confidence)"
    }

    /// ``lowerBound`` in percentage points, such as `-1.2`.
    public var lowerBoundInPoints: String { Self.points(lowerBound) }

    /// Formats a share as signed percentage points with one decimal, such as `-1.2`. It rounds down to remain
    /// a lower bound.
    static func points(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded(.down))
        return "\(tenths < 0 ? "-" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
