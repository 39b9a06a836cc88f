/// The comparison of a candidate with the active version on one set of labeled texts.
public struct GateSample: Sendable, Hashable, Codable {
    /// The name of the set of texts, as reports show it.
    public var name: String
    /// The paired comparison. The active version is the first, the candidate the second.
    public var comparison: PairedComparison

    package init(name: String, comparison: PairedComparison) {
        self.name = name
        self.comparison = comparison
    }

    /// The name of the sample of random audits.
    public static let auditSample = "audit sample"
    /// The name of the sample of held-out corrections or records.
    public static let heldOut = "held out"
    /// The name of the sample of corrections that were made after the active version was promoted.
    public static let newCorrections = "new corrections"
    /// The name of the built-in regression set. No model is trained on its texts.
    public static let regressionSet = "regression set"
    /// The name of the user's own regression set.
    public static let ownRegressionSet = "your regression set"
    /// The name of the sample of store records that are classified in cross-validation.
    public static let crossValidated = "cross-validated"

    /// The current names of samples by their names in manifests of earlier releases.
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
    }

    /// `true` if the texts are a regression set.
    var isRegressionSet: Bool { name == Self.regressionSet || name == Self.ownRegressionSet }

    /// Formats a share as signed percentage points with one decimal, such as `-1.2`.
    package static func points(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths < 0 ? "-" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

extension PairedComparison {
    /// The numbers of correct predictions by the first and the second classifier, such as `8 → 9 of 9`.
    package var correctCounts: String {
        "\(bothRight + onlyFirstRight) → \(bothRight + onlySecondRight) of \(texts)"
    }
}
