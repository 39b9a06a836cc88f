/// The settings for deriving weights from counts. A search chooses the settings, which then do not change.
/// Counts can be added only if the models have equal settings and scales.
public struct BayesSettings: Sendable, Hashable, Codable {
    /// The feature groups that are counted.
    public var families: [FeatureGroup]
    /// The weighting of each feature group, in the order of the groups. The weighting of the style features
    /// is unused.
    public var weighings: [GroupWeighting]
    /// The minimum number of texts with a feature. Rarer features have no weight and are not written.
    public var minimumFrequency: Int
    /// The assumed frequencies of the labels.
    public var prior: CategoryPrior
    /// The number of pseudo-texts that smooth the counts of style features; they are distributed as in all
    /// labels.
    public var shapePrior: Double
    /// The maximum weight of a range of a style feature, before its scale: natural-log odds.
    public var shapeClip: Double
    /// The maximum weight of a pooled feature: natural-log odds.
    public var lexicalClip: Double
    /// The regularization of the scales of style features towards ``scaleCentre``.
    public var scalePull: Double
    /// The regularization that draws the scales of one style feature for different labels toward each other.
    public var categoryPull: Double
    /// The value towards which the scales of style features are regularized.
    public var scaleCentre: Double

    /// Creates settings with defaults that suit most data sets.
    ///
    /// - Parameters:
    ///   - families: The feature groups to count.
    ///   - weighing: The weighting of all feature groups.
    ///   - minimumFrequency: The minimum number of texts with a feature.
    ///   - prior: The assumed frequencies of the labels.
    public init(
        families: [FeatureGroup] = [.style, .unigrams, .skeletonBigrams, .bigrams, .wordNgrams],
        weighing: GroupWeighting = GroupWeighting(), minimumFrequency: Int = 3, prior: CategoryPrior = .texts
    ) {
        self.families = families
        weighings = families.map { _ in weighing }
        self.minimumFrequency = minimumFrequency
        self.prior = prior
        shapePrior = 20
        shapeClip = 3
        lexicalClip = 1.5
        scalePull = 1e-2
        categoryPull = 3e-3
        scaleCentre = 0.15
    }

    /// Creates a copy of settings with other feature groups.
    ///
    /// - Parameters:
    ///   - families: The feature groups to count.
    ///   - other: The settings to copy.
    public init(families: [FeatureGroup], like other: BayesSettings) {
        self = other
        self.families = families
        weighings = families.map { other.weighing(of: $0) }
    }

    /// Returns the weighting of a feature group.
    ///
    /// - Parameter family: The feature group.
    public func weighing(of family: FeatureGroup) -> GroupWeighting {
        guard let place = families.firstIndex(of: family), place < weighings.count else {
            return GroupWeighting()
        }
        return weighings[place]
    }

    /// The feature groups that count each occurrence of a feature.
    package var repeating: [FeatureGroup] {
        families.filter { $0 != .style && weighing(of: $0).unit == .occurrences }
    }

    package var countsOccurrences: Bool { !repeating.isEmpty }

    /// Models of older versions have one prior for all feature groups, and assume equally frequent labels.
    private enum FormerKeys: String, CodingKey {
        case lexicalPrior
    }

    /// Decodes the settings.
    ///
    /// - Throws: Errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let families = try values.decode([FeatureGroup].self, forKey: .families)
        let former = try decoder.container(keyedBy: FormerKeys.self)
            .decodeIfPresent(Double.self, forKey: .lexicalPrior)
        self.init(families: families, weighing: GroupWeighting(.pooled, smoothing: former ?? 6))
        if let weighings = try values.decodeIfPresent([GroupWeighting].self, forKey: .weighings) {
            self.weighings = weighings
        }
        prior = try values.decodeIfPresent(CategoryPrior.self, forKey: .prior) ?? .even
        minimumFrequency = try values.decode(Int.self, forKey: .minimumFrequency)
        shapePrior = try values.decode(Double.self, forKey: .shapePrior)
        shapeClip = try values.decode(Double.self, forKey: .shapeClip)
        lexicalClip = try values.decode(Double.self, forKey: .lexicalClip)
        scalePull = try values.decode(Double.self, forKey: .scalePull)
        categoryPull = try values.decode(Double.self, forKey: .categoryPull)
        scaleCentre = try values.decode(Double.self, forKey: .scaleCentre)
    }
}
