/// The weights of style features and feature groups, and the initial score of each label. The weights and
/// initial scores are fitted on cross-validated scores. Later additions or subtractions of counts do not
/// change them.
public struct GroupWeights: Sendable, Hashable, Codable {
    /// The weights of the style features: one row per style feature, with one number per label.
    public var styleFeatures: [[Double]]
    /// The weights of the feature groups: one row per feature group, with one number per label. The row of
    /// the style features is unused.
    public var featureGroups: [[Double]]
    /// The initial score of each label, in natural-log odds.
    public var constants: [Double]

    /// Creates weights that are all equal, and initial scores of 0.
    ///
    /// - Parameters:
    ///   - scale: The value of all weights.
    ///   - styleFeatures: The number of style features.
    ///   - categories: The number of labels.
    public init(uniform scale: Double, styleFeatures: Int, categories: Int) {
        let row = [Double](repeating: scale, count: categories)
        self.styleFeatures = [[Double]](repeating: row, count: styleFeatures)
        featureGroups = [[Double]](repeating: row, count: FeatureGroup.allCases.count)
        constants = [Double](repeating: 0, count: categories)
    }

    /// A copy with a row for each feature group that this program knows. Groups that an older program did not
    /// know have a weight of 0.
    var ofAllFeatureGroups: GroupWeights {
        var groupWeights = self
        while groupWeights.featureGroups.count < FeatureGroup.allCases.count {
            groupWeights.featureGroups.append([Double](repeating: 0, count: constants.count))
        }
        return groupWeights
    }

    /// Decodes the weights. Older models have fewer feature groups, and no initial scores.
    ///
    /// - Throws: Errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        styleFeatures = try values.decode([[Double]].self, forKey: .styleFeatures)
        featureGroups = try values.decode([[Double]].self, forKey: .featureGroups)
        constants =
            try values.decodeIfPresent([Double].self, forKey: .constants)
            ?? [Double](repeating: 0, count: featureGroups.first?.count ?? 0)
    }
}
