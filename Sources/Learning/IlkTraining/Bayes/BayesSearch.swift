public import IlkModels

/// The hyperparameter search of a Bayes model, coarse to fine.
///
/// - For each feature group alone, all weightings are tried with text counts (a feature counts once per
///   text).
/// - The best complement and multinomial weightings are tried again with occurrence counts.
/// - Sets of feature groups are compared, each group with its best weighting.
/// - The best set is tried with higher minimum numbers of texts per feature.
///
/// The criterion is the leave-one-out or cross-validated log loss, after fitting group weights and constants.
public struct BayesSearch: Sendable, Hashable {
    /// The sets of feature groups to compare. The first of equally good sets wins.
    public var groupSets: [[FeatureGroup]]
    /// The weightings to try for each feature group.
    public var weightings: [GroupWeighting]
    /// The variants whose best weighting is also tried with occurrence counts.
    public var byOccurrences: [WeightVariant]
    /// The values of the minimum number of texts per feature (`min_df` in scikit-learn) that are tried in
    /// small corpora. Values up to the minimum of the settings are skipped. Higher values give smaller
    /// models.
    public var minimumFrequencies: [Int]
    /// The additional sets for small corpora. They contain `char` n-grams, which need several times as much
    /// space and time.
    public var smallCorpusSets: [[FeatureGroup]]
    /// The maximum number of texts to score. If there are more texts, a sample is selected by hash. All texts
    /// are counted.
    public var texts: Int

    /// The minimum number of texts for a search.
    public static let fewestTexts = 50
    /// The maximum number of categories for a search. The cost of scoring grows with the number of
    /// categories, and each text gives little information about most of them.
    public static let maximumCategories = 1_000
    /// The maximum number of scores. A text has one score for each category and each feature group or style
    /// feature, so with more categories, fewer texts are scored.
    static let greatestSize = 4_000_000
    /// The minimum relative decrease of the loss. A later set must achieve it to be preferred to an earlier
    /// set, and occurrence counts must achieve it to be preferred to text counts, which are simpler to explain.
    static let margin = 0.002
    /// The minimum absolute decrease of the loss, for losses close to 0.
    private static let leastGain = 0.001

    static func isBetter(_ logLoss: Double, than best: Double) -> Bool {
        logLoss < best * (1 - margin) - leastGain
    }

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - groupSets: The sets of feature groups to compare, the preferred ones first.
    ///   - weightings: The weightings to try for each feature group.
    ///   - byOccurrences: The variants whose best weighting is also tried with occurrence counts.
    ///   - minimumFrequencies: The values to try for the minimum number of texts per feature.
    ///   - smallCorpusSets: The additional sets for small corpora. `nil` means the standard additional sets
    ///     if `groupSets` are the standard sets, otherwise none.
    ///   - texts: The maximum number of texts to score.
    public init(
        groupSets: [[FeatureGroup]] = Self.standardSets,
        weightings: [GroupWeighting] = Self.standardWeighings,
        byOccurrences: [WeightVariant] = [.complement, .multinomial],
        minimumFrequencies: [Int] = Self.standardSelections,
        smallCorpusSets: [[FeatureGroup]]? = nil,
        texts: Int = 4_000
    ) {
        self.groupSets = groupSets
        self.weightings = weightings
        self.byOccurrences = byOccurrences
        self.minimumFrequencies = minimumFrequencies
        self.smallCorpusSets =
            smallCorpusSets ?? (groupSets == Self.standardSets ? Self.standardSetsOfFewTexts : [])
        self.texts = texts
    }

    /// The standard sets of feature groups, with and without style features. They range from few groups to
    /// all groups except `char` n-grams. Sets with style features come first, because style features
    /// generalize to texts from other sources.
    public static let standardSets: [[FeatureGroup]] = [
        [.style, .unigrams], [.style, .unigrams, .skeletonBigrams], [.style, .unigrams, .bigrams],
        [.style, .unigrams, .skeletonBigrams, .wordNgrams],
        [.style, .unigrams, .skeletonBigrams, .bigrams, .wordNgrams],
        [.unigrams], [.unigrams, .wordNgrams], [.unigrams, .bigrams, .wordNgrams],
    ]

    /// The standard sets for small corpora, with `char` instead of `char_wb` n-grams.
    public static let standardSetsOfFewTexts: [[FeatureGroup]] = [
        [.style, .unigrams, .skeletonBigrams, .characterNgrams],
        [.style, .unigrams, .skeletonBigrams, .bigrams, .characterNgrams],
        [.unigrams, .characterNgrams], [.unigrams, .bigrams, .characterNgrams],
    ]

    /// Returns the search for a corpus. It includes ``smallCorpusSets``, ``minimumFrequencies`` and `pooled`
    /// weightings only for fewer than 2,000 texts of at most 250,000 bytes in total. In larger corpora, these
    /// candidates would take most of the time of the search, and they never gave the best model.
    ///
    /// - Parameters:
    ///   - texts: The number of texts.
    ///   - bytes: The size of all texts in UTF-8 bytes.
    public func fitting(texts: Int, bytes: Int) -> BayesSearch {
        var search = self
        search.smallCorpusSets = []
        if texts < LeaveOneOutScores.fewTexts, bytes <= Self.mostBytesOfFewTexts {
            search.groupSets += smallCorpusSets
        } else {
            search.minimumFrequencies = []
            let others = weightings.filter { $0.variant != .pooled }
            if !others.isEmpty { search.weightings = others }
        }
        return search
    }

    private static let mostBytesOfFewTexts = 250_000

    /// The standard weightings: complement and multinomial with several degrees of smoothing, and pooled.
    public static let standardWeighings: [GroupWeighting] = [
        GroupWeighting(.complement, smoothing: 1), GroupWeighting(.complement, smoothing: 0.3),
        GroupWeighting(.complement, smoothing: 3), GroupWeighting(.complement, smoothing: 10),
        GroupWeighting(.multinomial, smoothing: 1), GroupWeighting(.multinomial, smoothing: 0.3),
        GroupWeighting(.pooled, smoothing: 6),
    ]

    /// The standard values for the minimum number of texts per feature: 5 and 10.
    public static let standardSelections = [5, 10]

    /// The feature groups that must be counted for the search.
    public var featureGroups: [FeatureGroup] {
        let wanted = Set(groupSets.joined())
        return FeatureGroup.allCases.filter(wanted.contains)
    }
}
