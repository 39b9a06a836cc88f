/// The weighting of a feature group: the method by which its weights are computed from counts.
public struct GroupWeighting: Sendable, Hashable, Codable {
    /// The weighting variant.
    public var variant: WeightVariant
    /// The smoothing added to each count (additive smoothing). A value of 1 adds as much as one average text
    /// with the feature. For ``WeightVariant/pooled``, the value is a number of pseudo-texts with the
    /// feature, divided equally among the labels.
    public var smoothing: Double
    /// The unit of counting, in training and in scoring.
    public var unit: CountUnit

    /// Creates a weighting.
    ///
    /// - Parameters:
    ///   - variant: The weighting variant.
    ///   - smoothing: The smoothing added to each count.
    ///   - unit: The unit of counting.
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

    /// Decodes a weighting. The default unit is ``CountUnit/texts``.
    ///
    /// - Throws: Errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        variant = try values.decode(WeightVariant.self, forKey: .variant)
        smoothing = try values.decode(Double.self, forKey: .smoothing)
        unit = try values.decodeIfPresent(CountUnit.self, forKey: .unit) ?? .texts
    }

    /// Encodes the weighting. The unit is omitted if it is ``CountUnit/texts``.
    ///
    /// - Throws: Errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(variant, forKey: .variant)
        try values.encode(smoothing, forKey: .smoothing)
        if unit != .texts { try values.encode(unit, forKey: .unit) }
    }
}
