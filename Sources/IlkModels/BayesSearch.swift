/// Which settings are tried, and in which order.
///
/// Coarse to fine: each family is weighed in all ways by itself, by texts; the best complement and the best likelihood once
/// more by occurrences; then sets of families are compared, each family weighed as was best for it; then the best set with
/// fewer features. What counts is the log loss of texts left out of the counts, after scales and constants are fitted.
public struct BayesSearch: Sendable, Hashable {
    /// The sets of families that are compared. Of sets that are as good the first is taken.
    public var familySets: [[FeatureFamily]]
    /// The ways in which a family is weighed.
    public var weighings: [FamilyWeighing]
    /// The variants of which the best way is tried by occurrences, too.
    public var byOccurrences: [WeightVariant]
    /// How many texts a feature must have to have a weight, tried beside what the settings ask for where that is less:
    /// fewer features, a smaller model.
    public var selections: [Int]
    /// How many texts are scored at most: those of the lowest keys. All are counted.
    public var texts: Int

    /// With fewer texts than this there is nothing to choose by.
    public static let fewestTexts = 50
    /// With more categories than this nothing is tried: every score is of all of them, and a text says little of each.
    public static let mostCategories = 1_000
    /// How many scores there are at most: with many categories, those of fewer texts.
    static let greatestSize = 4_000_000
    /// A loss must be smaller by this share for a later set to be better, and for occurrences to be better than texts: they
    /// are no part of what is remembered of words when texts are scored.
    static let margin = 0.002

    /// A search.
    public init(
        familySets: [[FeatureFamily]] = Self.standardSets,
        weighings: [FamilyWeighing] = Self.standardWeighings,
        byOccurrences: [WeightVariant] = [.complement, .multinomial],
        selections: [Int] = Self.standardSelections,
        texts: Int = 4_000
    ) {
        self.familySets = familySets
        self.weighings = weighings
        self.byOccurrences = byOccurrences
        self.selections = selections
        self.texts = texts
    }

    /// From few families to all but runs over whole texts, which cost most and tell no more than those within words.
    public static let standardSets: [[FeatureFamily]] = [
        [.words], [.words, .pieces], [.words, .pairs, .pieces], [.shape, .words],
        [.shape, .words, .frames], [.shape, .words, .pairs], [.shape, .words, .frames, .pieces],
        [.shape, .words, .frames, .pairs, .pieces],
    ]

    /// Complements and likelihoods with little, some and much smoothing, and pooled shares.
    public static let standardWeighings: [FamilyWeighing] = [
        FamilyWeighing(.complement, smoothing: 1), FamilyWeighing(.complement, smoothing: 0.3),
        FamilyWeighing(.complement, smoothing: 3), FamilyWeighing(.complement, smoothing: 10),
        FamilyWeighing(.multinomial, smoothing: 1), FamilyWeighing(.multinomial, smoothing: 0.3),
        FamilyWeighing(.pooled, smoothing: 6),
    ]

    /// Features of five texts, and of ten.
    public static let standardSelections = [5, 10]

    /// The families that have to be counted.
    public var families: [FeatureFamily] {
        let wanted = Set(familySets.joined())
        return FeatureFamily.allCases.filter(wanted.contains)
    }
}
