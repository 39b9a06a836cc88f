/// The settings with which weights are computed from counts. A search chooses the settings when a model is
/// trained. Later updates of the model do not change the settings. The counts of two models can be added only
/// if their settings are equal.
public struct BayesSettings: Sendable, Hashable, Codable {
    /// The feature groups that are counted.
    public var featureGroups: [FeatureGroup]
    /// The weighting of each feature group, in the order of the groups. The weighting of the style features
    /// is unused.
    public var weighings: [GroupWeighting]
    /// The minimum number of texts that contain a feature. Rarer features have no weight and are not written.
    public var minimumFrequency: Int
    /// The assumed frequencies of the labels.
    public var prior: CategoryPrior
    /// The number of pseudo-texts that smooth the counts of style features. The style features of the
    /// pseudo-texts are distributed as in the texts of all labels.
    public var stylePrior: Double
    /// The maximum weight of one range of a style feature, in natural-log odds, before it is multiplied by
    /// the group weight.
    public var styleClip: Double
    /// The maximum weight of a feature with the ``WeightVariant/pooled`` variant, in natural-log odds.
    public var lexicalClip: Double
    /// The strength of the regularization that draws the group weights of style features toward
    /// ``weightCenter``.
    public var weightPull: Double
    /// The strength of the regularization that draws the weights of one style feature for different labels
    /// toward each other.
    public var categoryPull: Double
    /// The value toward which the group weights of style features are regularized.
    public var weightCenter: Double

    /// Creates settings with defaults that suit most data sets.
    ///
    /// - Parameters:
    ///   - featureGroups: The feature groups to count.
    ///   - weighing: The weighting of all feature groups.
    ///   - minimumFrequency: The minimum number of texts that contain a feature.
    ///   - prior: The assumed frequencies of the labels.
    public init(
        featureGroups: [FeatureGroup] = [.style, .unigrams, .skeletonBigrams, .bigrams, .wordNgrams],
        weighing: GroupWeighting = GroupWeighting(), minimumFrequency: Int = 3, prior: CategoryPrior = .texts
    ) {
        self.featureGroups = featureGroups
        weighings = featureGroups.map { _ in weighing }
        self.minimumFrequency = minimumFrequency
        self.prior = prior
        stylePrior = 20
        styleClip = 3
        lexicalClip = 1.5
        weightPull = 1e-2
        categoryPull = 3e-3
        weightCenter = 0.15
    }

    /// Creates a copy of settings with other feature groups.
    ///
    /// - Parameters:
    ///   - featureGroups: The feature groups to count.
    ///   - other: The settings to copy.
    public init(featureGroups: [FeatureGroup], like other: BayesSettings) {
        self = other
        self.featureGroups = featureGroups
        weighings = featureGroups.map { other.weighing(of: $0) }
    }

    /// Returns the weighting of a feature group.
    ///
    /// - Parameter group: The feature group.
    public func weighing(of group: FeatureGroup) -> GroupWeighting {
        guard let place = featureGroups.firstIndex(of: group), place < weighings.count else {
            return GroupWeighting()
        }
        return weighings[place]
    }

    /// The feature groups that count each occurrence of a feature.
    package var repeating: [FeatureGroup] {
        featureGroups.filter { $0 != .style && weighing(of: $0).unit == .occurrences }
    }

    package var countsOccurrences: Bool { !repeating.isEmpty }

    /// The keys of older models, which have one prior for all feature groups and assume equally frequent
    /// labels.
    private enum FormerKeys: String, CodingKey {
        case lexicalPrior
    }

    /// Decodes the settings.
    ///
    /// - Throws: Errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let featureGroups = try values.decode([FeatureGroup].self, forKey: .featureGroups)
        let former = try decoder.container(keyedBy: FormerKeys.self)
            .decodeIfPresent(Double.self, forKey: .lexicalPrior)
        self.init(featureGroups: featureGroups, weighing: GroupWeighting(.pooled, smoothing: former ?? 6))
        if let weighings = try values.decodeIfPresent([GroupWeighting].self, forKey: .weighings) {
            self.weighings = weighings
        }
        prior = try values.decodeIfPresent(CategoryPrior.self, forKey: .prior) ?? .even
        minimumFrequency = try values.decode(Int.self, forKey: .minimumFrequency)
        stylePrior = try values.decode(Double.self, forKey: .stylePrior)
        styleClip = try values.decode(Double.self, forKey: .styleClip)
        lexicalClip = try values.decode(Double.self, forKey: .lexicalClip)
        weightPull = try values.decode(Double.self, forKey: .weightPull)
        categoryPull = try values.decode(Double.self, forKey: .categoryPull)
        weightCenter = try values.decode(Double.self, forKey: .weightCenter)
    }
}
