public import IlkModels

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
    /// The sets that are compared, too, where texts are few: of runs over whole texts, which take several times the room and
    /// the time.
    public var setsOfFewTexts: [[FeatureFamily]]
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
    /// And by so much at least, whatever the loss is: where hardly any is left a share of it says nothing.
    private static let leastGain = 0.001

    /// Whether a later set is better.
    static func isBetter(_ logLoss: Double, than best: Double) -> Bool {
        logLoss < best * (1 - margin) - leastGain
    }

    /// A search.
    ///
    /// - Parameter setsOfFewTexts: Nil for the standard ones beside the standard sets, and none beside others.
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

    /// With and without the shape, from few families to all but runs over whole texts. Of sets that are as good the shape is
    /// taken: what texts are built like holds elsewhere, too.
    public static let standardSets: [[FeatureFamily]] = [
        [.shape, .words], [.shape, .words, .frames], [.shape, .words, .pairs],
        [.shape, .words, .frames, .pieces], [.shape, .words, .frames, .pairs, .pieces],
        [.words], [.words, .pieces], [.words, .pairs, .pieces],
    ]

    /// Runs over whole texts in the stead of those within words.
    public static let standardSetsOfFewTexts: [[FeatureFamily]] = [
        [.shape, .words, .frames, .characters], [.shape, .words, .frames, .pairs, .characters],
        [.words, .characters], [.words, .pairs, .characters],
    ]

    /// The search of so many texts: with the sets of few texts among the others where there are fewer than 2,000, and no more
    /// than a quarter of a megabyte of them.
    ///
    /// - Parameter bytes: The size of all texts in UTF-8.
    public func fitting(texts: Int, bytes: Int) -> BayesSearch {
        var search = self
        search.setsOfFewTexts = []
        if texts < LeftOutScores.fewTexts, bytes <= Self.mostBytesOfFewTexts {
            search.familySets += setsOfFewTexts
        }
        return search
    }

    private static let mostBytesOfFewTexts = 250_000

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
