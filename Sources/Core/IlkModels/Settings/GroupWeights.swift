/// The weights of style features and feature groups, and the initial score of each label. They are
/// hyperparameters, fitted on cross-validated scores, and unchanged when counts are merged or subtracted.
public struct GroupWeights: Sendable, Hashable, Codable {
    /// One row per style feature, one number per label.
    public var signals: [[Double]]
    /// One row per feature group, one number per label. The row of the style features is unused.
    public var families: [[Double]]
    /// The initial score of each label: natural-log odds.
    public var constants: [Double]

    /// Creates equal weights, and initial scores of 0.
    ///
    /// - Parameters:
    ///   - scale: The weight.
    ///   - signals: The number of style features.
    ///   - categories: The number of labels.
    public init(uniform scale: Double, signals: Int, categories: Int) {
        let row = [Double](repeating: scale, count: categories)
        self.signals = [[Double]](repeating: row, count: signals)
        families = [[Double]](repeating: row, count: FeatureGroup.allCases.count)
        constants = [Double](repeating: 0, count: categories)
    }

    /// A copy with a row for each feature group that this program knows. Groups that an older program did not
    /// know have a weight of 0.
    var ofAllFamilies: GroupWeights {
        var scales = self
        while scales.families.count < FeatureGroup.allCases.count {
            scales.families.append([Double](repeating: 0, count: constants.count))
        }
        return scales
    }

    /// Decodes the weights. Older models have fewer feature groups, and no initial scores.
    ///
    /// - Throws: Errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        signals = try values.decode([[Double]].self, forKey: .signals)
        families = try values.decode([[Double]].self, forKey: .families)
        constants =
            try values.decodeIfPresent([Double].self, forKey: .constants)
            ?? [Double](repeating: 0, count: families.first?.count ?? 0)
    }
}
