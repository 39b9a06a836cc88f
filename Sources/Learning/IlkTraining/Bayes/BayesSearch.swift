public import IlkModels

/// The hyperparameter search of a Bayes model, coarse to fine.
///
/// - Each feature group is weighted in all ways separately, with text counts.
/// - The best complement and multinomial variants are repeated with occurrence counts.
/// - Sets of feature groups are compared, each group with its best weighting.
/// - The best set is tried with fewer features.
///
/// The criterion is the leave-one-out or cross-validated log loss, after fitting group weights and constants.
public struct BayesSearch: Sendable, Hashable {
    /// The sets of feature groups to compare. The first of equally good sets wins.
    public var familySets: [[FeatureFamily]]
    /// The weightings to try for each feature group.
    public var weighings: [FamilyWeighing]
    /// The variants whose best weighting is also tried with occurrence counts.
    public var byOccurrences: [WeightVariant]
    /// The minimum numbers of texts per feature to try, if above that of the settings. Higher values give
    /// smaller models.
    public var selections: [Int]
    /// The additional sets for small corpora, with `char` n-grams, which take several times the space and
    /// time.
    public var setsOfFewTexts: [[FeatureFamily]]
    /// The maximum number of texts to score, chosen by hash. All texts are counted.
    public var texts: Int

    /// The fewest texts for a search.
    public static let fewestTexts = 50
    /// The maximum number of categories for a search. The cost of scoring grows with the categories, and each
    /// text says little about most of them.
    public static let mostCategories = 1_000
    /// The maximum number of scores. More categories mean fewer scored texts.
    static let greatestSize = 4_000_000
    /// The relative decrease of the loss that makes a later set better, and occurrence counts better than
    /// text counts. Occurrence counts cannot use the word cache in scoring.
    static let margin = 0.002
    /// The minimum absolute decrease of the loss, for losses close to 0.
    private static let leastGain = 0.001

    static func isBetter(_ logLoss: Double, than best: Double) -> Bool {
        logLoss < best * (1 - margin) - leastGain
    }

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - familySets: The sets of feature groups to compare, the preferred ones first.
    ///   - weighings: The weightings to try for each feature group.
    ///   - byOccurrences: The variants whose best weighting is also tried with occurrence counts.
    ///   - selections: The minimum numbers of texts per feature to try.
    ///   - setsOfFewTexts: The additional sets for small corpora. `nil` means the standard ones if
    ///     `familySets` is the standard, else none.
    ///   - texts: The maximum number of texts to score.
    public init(
        familySets: [[FeatureFamily]] = Self.standardSets,
        weighings: [FamilyWeighing] = Self.standardWeighings,
        byOccurrences: [WeightVariant] = [.complement, .multinomial],
        selections: [Int] = Self.standardSelections,
        setsOfFewTexts: [[FeatureFamily]]? = nil,
        texts: Int = 4_000
    ) {
        self.familySets = familySets
        self.weighings = weighings
        self.byOccurrences = byOccurrences
        self.selections = selections
        self.setsOfFewTexts =
            setsOfFewTexts ?? (familySets == Self.standardSets ? Self.standardSetsOfFewTexts : [])
        self.texts = texts
    }

    /// The standard sets: with and without style features, from few groups to all but `char` n-grams. Sets
    /// with style features come first, because style generalizes to other sources.
    public static let standardSets: [[FeatureFamily]] = [
        [.shape, .words], [.shape, .words, .frames], [.shape, .words, .pairs],
        [.shape, .words, .frames, .pieces], [.shape, .words, .frames, .pairs, .pieces],
        [.words], [.words, .pieces], [.words, .pairs, .pieces],
    ]

    /// The standard sets for small corpora, with `char` instead of `char_wb` n-grams.
    public static let standardSetsOfFewTexts: [[FeatureFamily]] = [
        [.shape, .words, .frames, .characters], [.shape, .words, .frames, .pairs, .characters],
        [.words, .characters], [.words, .pairs, .characters],
    ]

    /// Returns the search for a corpus. It includes ``setsOfFewTexts`` for fewer than 2,000 texts of at most
    /// 250,000 bytes.
    ///
    /// - Parameters:
    ///   - texts: The number of texts.
    ///   - bytes: The size of all texts in UTF-8 bytes.
    public func fitting(texts: Int, bytes: Int) -> BayesSearch {
        var search = self
        search.setsOfFewTexts = []
        if texts < LeftOutScores.fewTexts, bytes <= Self.mostBytesOfFewTexts {
            search.familySets += setsOfFewTexts
        }
        return search
    }

    private static let mostBytesOfFewTexts = 250_000

    /// The standard weightings: complement and multinomial with several degrees of smoothing, and pooled.
    public static let standardWeighings: [FamilyWeighing] = [
        FamilyWeighing(.complement, smoothing: 1), FamilyWeighing(.complement, smoothing: 0.3),
        FamilyWeighing(.complement, smoothing: 3), FamilyWeighing(.complement, smoothing: 10),
        FamilyWeighing(.multinomial, smoothing: 1), FamilyWeighing(.multinomial, smoothing: 0.3),
        FamilyWeighing(.pooled, smoothing: 6),
    ]

    /// The standard minimum numbers of texts per feature: 5 and 10.
    public static let standardSelections = [5, 10]

    /// The feature groups that must be counted.
    public var families: [FeatureFamily] {
        let wanted = Set(familySets.joined())
        return FeatureFamily.allCases.filter(wanted.contains)
    }
}
