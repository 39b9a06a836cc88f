public import IlkModels
public import IlkText
public import IlkVocabulary

/// Counts labelled texts and builds a naive Bayes model from the counts.
///
/// The same texts give the same counts, choices, scales and bytes, in whatever order they come and however they are dealt
/// out to trainers that are merged.
public struct BayesTrainer {
    /// The counts so far.
    public private(set) var counts: FeatureCounts
    /// How weights are derived.
    public private(set) var settings: BayesSettings
    /// What ``choose(_:check:)`` found.
    public private(set) var choice: BayesChoice?
    /// The features that a model of a limited size is made of; nil for all.
    private(set) var selection: FeatureSelection?

    /// How each family was best weighed by itself.
    private var weighings: [FeatureFamily: FamilyWeighing] = [:]
    /// The fewest texts of a feature, before a search asked for more.
    let askedMinimum: Int
    /// The families that are counted.
    private let families: [FeatureFamily]
    private(set) var texts: [CountedText] = []
    private var bag = FeatureBag()

    /// A trainer that has seen nothing.
    ///
    /// - Parameter search: What ``choose(_:check:)`` is going to try: its families are counted beside those of the settings.
    public init(
        taxonomy: Taxonomy, settings: BayesSettings = BayesSettings(), search: BayesSearch? = nil
    ) {
        counts = FeatureCounts(taxonomy: taxonomy)
        self.settings = settings
        askedMinimum = settings.minimumFrequency
        let wanted = Set(settings.families + (search?.families ?? []))
        families = FeatureFamily.allCases.filter(wanted.contains)
    }

    /// A trainer that goes on from counts: those of a model, say. Scales cannot be fitted any more, since the texts
    /// behind the counts are not there; ``build(scales:includesCounts:)`` takes the model's own.
    public init(resuming counts: FeatureCounts, settings: BayesSettings) {
        self.counts = counts
        self.settings = settings
        askedMinimum = settings.minimumFrequency
        families = settings.families
    }

    /// Counts a text.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - category: The place of its category in the taxonomy.
    ///   - weight: How much it counts; 1 is usual. What is not a number above 0 counts as little as can be.
    ///   - fold: The part of the texts that it is left out with; nil to leave it out by itself.
    public mutating func add(
        _ analysis: borrowing AnalyzedText, category: Int, weight: Double = 1, fold: Int? = nil
    ) {
        precondition(counts.taxonomy.categories.indices.contains(category), "category outside the taxonomy")
        bag.read(analysis, families: families, repeating: families, detail: .counting)
        var text = counts.add(
            bag, families: families, category: category, mass: FeatureCounts.mass(ofWeight: weight))
        text.fold = fold ?? -1
        texts.append(text)
    }

    /// The most numbers that are counted: features by categories.
    public static let greatestSize = 250_000_000

    /// Whether there are more features and categories than can be counted.
    ///
    /// - Throws: ``FormatError`` when there are.
    public func checkSize() throws(FormatError) {
        let categories = counts.taxonomy.count
        guard counts.featureCount > Self.greatestSize / max(1, categories) else { return }
        throw FormatError(
            .tooLarge, at: 0,
            "\(counts.featureCount) features for each of \(categories) categories are too many to count: name fewer \(families.count > 1 ? "families" : "categories")"
        )
    }

    /// Takes back a text that was counted: the counts are those from before. Scales cannot be fitted from then on.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - category: The place of its category in the taxonomy.
    ///   - weight: The weight that it was counted with.
    public mutating func remove(_ analysis: borrowing AnalyzedText, category: Int, weight: Double = 1) {
        precondition(counts.taxonomy.categories.indices.contains(category), "category outside the taxonomy")
        bag.read(analysis, families: families, repeating: families, detail: .counting)
        counts.add(
            bag, families: families, category: category, mass: FeatureCounts.mass(ofWeight: weight), sign: -1)
        texts = []
    }

    /// Adds what another trainer has counted with the same settings.
    public mutating func merge(_ other: BayesTrainer) {
        precondition(other.settings == settings && other.families == families, "equal settings")
        let places = counts.merge(other.counts)
        for text in other.texts {
            var text = text
            text.renumber(places)
            texts.append(text)
        }
    }

    /// Finds the settings of the smallest loss on texts left out, and takes them.
    ///
    /// Does nothing where there are too few texts, or so many categories that each text says little of each. The settings do
    /// not depend on the order of the texts.
    ///
    /// - Parameter check: Called now and then. What it throws ends the search.
    public mutating func choose(_ search: BayesSearch, check: () throws -> Void) rethrows {
        guard texts.count >= BayesSearch.fewestTexts, counts.taxonomy.count <= BayesSearch.mostCategories
        else {
            return
        }
        let run = BayesSearchRun(counts: counts, texts: texts, settings: settings, search: search)
        let found = try run.result(check: check)
        (settings, choice, weighings) = (found.settings, found.choice, found.weighings)
    }

    /// Finds the best model that is no larger than asked for: families and features of the smallest loss on texts left out,
    /// all cut to the size. Does nothing where the whole model has room.
    ///
    /// To be called after ``choose(_:check:)``; scales are to be fitted after it.
    ///
    /// - Parameters:
    ///   - mostBytes: The most bytes that the file may have.
    ///   - includesCounts: Whether the counts are part of that.
    ///   - search: Which families are compared; nil for those of the settings alone.
    ///   - check: Called now and then. What it throws ends the search.
    /// - Throws: ``FormatError`` when no model is as small as that, and what `check` throws.
    public mutating func choose(
        within mostBytes: Int, includesCounts: Bool = true, _ search: BayesSearch?,
        check: () throws -> Void = {}
    ) throws {
        guard try size(of: nil, settings, includesCounts: includesCounts) > mostBytes else { return }
        let run = BayesSizeRun(
            trainer: self, mostBytes: mostBytes, includesCounts: includesCounts, search: search)
        guard let found = try run.result(texts: texts, check: check) else { return }
        (settings, selection) = (found.settings, found.selection)
        if let report = found.choice { choice = report }
    }

    /// How a family is weighed: as the settings have it, or as was best for it.
    func weighing(of family: FeatureFamily) -> FamilyWeighing {
        settings.families.contains(family)
            ? settings.weighing(of: family) : weighings[family] ?? FamilyWeighing()
    }

    /// The counts that a model is made of: those of the features that it has room for.
    func kept(_ rows: [Int]?) -> FeatureCounts {
        guard let rows else { return counts }
        return counts.keeping(rows)
    }

    /// Fits how much each signal and family says, on scores that leave each text out.
    ///
    /// A few numbers a category are fitted: of a category with very many texts those of the lowest keys are scored, in the
    /// stead of all.
    ///
    /// - Parameter check: Called now and then. What it throws ends the fit.
    public func fitScales(check: () throws -> Void) rethrows -> BayesScales {
        try fitScales(most: Self.mostScored, fewest: Self.fewestScored, check: check)
    }

    /// How many texts are scored to fit scales where there are more, dealt out to the categories; and how many of a
    /// category at least.
    private static let (mostScored, fewestScored) = (24_000, 2_000)

    /// The same with other limits.
    func fitScales(
        most: Int, fewest: Int, check: () throws -> Void
    ) rethrows -> BayesScales {
        let limit = texts.count <= most ? .max : max(fewest, most / max(1, counts.taxonomy.count))
        return try LeftOutScores(
            counts: counts, texts: texts, settings: settings, ofCategory: limit, cut: selection?.cut
        )
        .solve(settings, judged: false, check: check).scales
    }

    /// What a model of all other texts says of each text that was counted, in the order of counting.
    ///
    /// Exact: a text is taken out of the counts, scored, and put back. Only the scales, a few numbers a family, are those
    /// of all texts, and so are the features where not all have room.
    ///
    /// - Parameters:
    ///   - scales: The scales to score with: those of ``fitScales(check:)``, or of the model that was resumed.
    ///   - check: Called now and then. What it throws ends the scoring.
    /// - Returns: The scores of each text, category by category, in natural-log odds.
    /// - Complexity: Linear in the features of all texts.
    public func leftOutScores(
        scales: BayesScales, check: () throws -> Void
    ) rethrows -> [[Double]] {
        try LeftOutScores.scores(of: texts, kept(selection?.rows), settings, scales, check: check)
    }

    /// The model of the counts so far with these scales.
    ///
    /// - Parameters:
    ///   - scales: How much each signal and family says; frozen ones, or those of ``fitScales(check:)``.
    ///   - includesCounts: Whether the counts go into the file, so that the model can be added to later.
    /// - Returns: The bytes of a model file, the same for the same counts, settings and scales.
    /// - Throws: ``FormatError`` when two features cannot be told apart by their hashes.
    public func build(scales: BayesScales, includesCounts: Bool = true) throws(FormatError) -> [UInt8] {
        try BayesModelWriter(
            counts: kept(selection?.rows), settings: settings, scales: scales, choice: choice
        )
        .write(includesCounts: includesCounts)
    }
}
