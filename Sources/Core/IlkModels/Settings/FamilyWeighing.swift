/// How the counts of one family become weights.
public struct FamilyWeighing: Sendable, Hashable, Codable {
    /// What the counts are held against.
    public var variant: WeightVariant
    /// What is added to each count, in units of what one text gives one feature in the mean. Of ``WeightVariant/pooled``,
    /// how many texts' worth of "as everywhere" is mixed in.
    public var smoothing: Double
    /// Whether a feature counts once a text, or as often as it stands there: in the counts, and in texts that are scored.
    public var unit: CountUnit

    /// A way of weighing.
    public init(
        _ variant: WeightVariant = .complement, smoothing: Double = 1, by unit: CountUnit = .texts
    ) {
        self.variant = variant
        self.smoothing = smoothing
        self.unit = unit
    }

    private enum CodingKeys: String, CodingKey {
        case variant, smoothing, unit
    }

    /// Reads what a manifest says. Where nothing is said of the unit, texts are counted.
    ///
    /// - Throws: What the decoder throws when something is missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        variant = try values.decode(WeightVariant.self, forKey: .variant)
        smoothing = try values.decode(Double.self, forKey: .smoothing)
        unit = try values.decodeIfPresent(CountUnit.self, forKey: .unit) ?? .texts
    }

    /// Writes it. Of a unit of texts nothing is said.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(variant, forKey: .variant)
        try values.encode(smoothing, forKey: .smoothing)
        if unit != .texts { try values.encode(unit, forKey: .unit) }
    }
}
