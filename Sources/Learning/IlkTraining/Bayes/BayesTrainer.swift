public import IlkModels
public import IlkText
public import IlkVocabulary

/// Counts labeled texts and builds a naive Bayes model from the counts.
///
/// The result is deterministic. It depends neither on the order of the texts nor on their distribution among
/// merged trainers.
public struct BayesTrainer {
    /// The counts so far.
    public private(set) var counts: FeatureCounts
    /// The settings of the model. ``choose(_:check:)`` can replace some of them.
    public private(set) var settings: BayesSettings
    /// The result of ``choose(_:check:)``, or `nil` if there was no search.
    public private(set) var choice: BayesChoice?
    /// The features that fit the size limit of a model, or `nil` for all features.
    private(set) var selection: FeatureSelection?

    /// The best weighting of each feature group alone.
    private var weighings: [FeatureGroup: GroupWeighting] = [:]
    /// The scores of the search or of the last fit, as long as the counts are unchanged.
    private var knownScores: KnownScores?
    /// The minimum number of texts per feature in the initial settings. A search can raise it.
    let initialMinimumFrequency: Int
    let featureGroups: [FeatureGroup]
    /// The manifest of the model whose counts are continued, or `nil`.
    private let base: BayesManifest?
    private(set) var texts: [CountedText] = []
    private var bag = FeatureBag()

    /// Creates a trainer without texts.
    ///
    /// - Parameters:
    ///   - taxonomy: The categories of the model.
    ///   - settings: The settings of the model.
    ///   - search: The search that will be passed to ``choose(_:check:)``, or `nil`. The feature groups of
    ///     the search are counted too.
    public init(
        taxonomy: Taxonomy, settings: BayesSettings = BayesSettings(), search: BayesSearch? = nil
    ) {
        counts = FeatureCounts(taxonomy: taxonomy)
        self.settings = settings
        initialMinimumFrequency = settings.minimumFrequency
        let wanted = Set(settings.featureGroups + (search?.featureGroups ?? []))
        featureGroups = FeatureGroup.allCases.filter(wanted.contains)
        base = nil
    }

    /// Creates a trainer that continues from counts, such as the counts of a model.
    ///
    /// Group weights cannot be fitted, because the texts behind the counts are not available. Pass the group
    /// weights of the model to ``build(groupWeights:includesCounts:)``.
    ///
    /// - Parameters:
    ///   - counts: The counts.
    ///   - settings: The settings of the model.
    ///   - base: The manifest of the model that contains the counts, or `nil` if there is no such model. The
    ///     new model records the tokenizer of that model.
    public init(resuming counts: FeatureCounts, settings: BayesSettings, of base: BayesManifest? = nil) {
        self.counts = counts
        self.settings = settings
        self.base = base
        initialMinimumFrequency = settings.minimumFrequency
        featureGroups = settings.featureGroups
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - category: The index of the text's category in the taxonomy.
    ///   - weight: The weight of the text, usually 1. It is clamped to 1/65,536 ... 16,384, and NaN counts as
    ///     the minimum.
    ///   - fold: The cross-validation fold of the text, or `nil` for leave-one-out.
    /// - Complexity: O(*n*) in the length of the text.
    public mutating func add(
        _ analysis: borrowing AnalyzedText, category: Int, weight: Double = 1, fold: Int? = nil
    ) {
        precondition(counts.taxonomy.categories.indices.contains(category), "category outside the taxonomy")
        bag.read(analysis, featureGroups: featureGroups, repeating: featureGroups, detail: .counting)
        var text = counts.add(
            bag, featureGroups: featureGroups, category: category,
            weight: FeatureCounts.weightedCounts(ofWeight: weight))
        text.fold = fold ?? -1
        texts.append(text)
        knownScores = nil
    }

    /// The maximum number of counts: features times categories.
    public static let maximumSize = 250_000_000

    /// Checks that the number of features and categories is within ``maximumSize``.
    ///
    /// - Throws: ``FormatError`` with `tooLarge` if there are too many.
    public func checkSize() throws(FormatError) {
        let categories = counts.taxonomy.count
        guard counts.featureCount > Self.maximumSize / max(1, categories) else { return }
        throw FormatError(
            .tooLarge, at: 0,
            "\(counts.featureCount) features for each of \(categories) categories are too many; use fewer \(featureGroups.count > 1 ? "feature groups" : "labels")"
        )
    }

    /// Subtracts a text that was added. Group weights cannot be fitted afterward.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - category: The index of the text's category in the taxonomy.
    ///   - weight: The weight with which the text was added.
    /// - Complexity: O(*n*) in the length of the text.
    public mutating func remove(_ analysis: borrowing AnalyzedText, category: Int, weight: Double = 1) {
        precondition(counts.taxonomy.categories.indices.contains(category), "category outside the taxonomy")
        bag.read(analysis, featureGroups: featureGroups, repeating: featureGroups, detail: .counting)
        counts.add(
            bag, featureGroups: featureGroups, category: category,
            weight: FeatureCounts.weightedCounts(ofWeight: weight),
            sign: -1)
        texts = []
        knownScores = nil
    }

    /// Releases the memory of the texts. Their counts remain. Group weights cannot be fitted afterward.
    package mutating func releaseTexts() {
        texts = []
        knownScores = nil
        counts.releaseSpans()
    }

    /// Adds the texts of another trainer.
    ///
    /// - Parameter other: A trainer with the same settings and feature groups.
    /// - Complexity: O(*f* · *c* + *n*) for *f* distinct features in `other`, *c* categories, and a total of
    ///   *n* features in the texts of `other`.
    public mutating func merge(_ other: BayesTrainer) {
        precondition(other.settings == settings && other.featureGroups == featureGroups, "equal settings")
        let rows = counts.merge(other.counts)
        let spans = counts.mergeSpans(other.counts, rows)
        knownScores = nil
        for text in other.texts {
            var text = text
            text.renumber(rows, spans: spans)
            texts.append(text)
        }
    }

    /// Searches for the settings with the smallest held-out loss, and stores them in ``settings``.
    ///
    /// Does nothing if there are too few texts or too many categories. The result does not depend on the
    /// order of the texts.
    ///
    /// - Parameters:
    ///   - search: The search.
    ///   - check: Called repeatedly. An error thrown here ends the search. After ``TimeLimitReached`` the
    ///     trainer has the best settings so far.
    /// - Returns: `false` if `check` threw ``TimeLimitReached``.
    /// - Throws: The other errors of `check`.
    /// - Complexity: O(*s* · *n* · *c*) for *s* compared settings, a total of *n* features in the texts
    ///   that are scored, and *c* categories.
    @discardableResult
    public mutating func choose(_ search: BayesSearch, check: () throws -> Void) rethrows -> Bool {
        guard texts.count >= BayesSearch.fewestTexts, counts.taxonomy.count <= BayesSearch.maximumCategories
        else {
            return true
        }
        do {
            var run = BayesSearchRun(counts: counts, texts: texts, settings: settings, search: search)
            let found = try run.result(check: check)
            (settings, choice, weighings) = (found.settings, found.choice, found.weighings)
            knownScores = selection == nil ? found.scores : nil
            return found.isComplete
        } catch is TimeLimitReached {
            return false
        }
    }

    /// Searches for the best model within a size limit: the feature groups and features with the smallest
    /// held-out loss. Does nothing if the whole model fits.
    ///
    /// Call this after ``choose(_:check:)`` and before ``fitGroupWeights(check:)``.
    ///
    /// - Parameters:
    ///   - mostBytes: The size limit of the file in bytes.
    ///   - includesCounts: `true` if the file includes the counts.
    ///   - search: The search with the sets of feature groups to compare, or `nil` for the feature groups of
    ///     the settings only.
    ///   - check: Called repeatedly. An error thrown here ends the search. After ``TimeLimitReached`` the
    ///     trainer has the best features so far.
    /// - Returns: `false` if `check` threw ``TimeLimitReached``.
    /// - Throws: ``FormatError`` if a model cannot be written, and the other errors of `check`.
    /// - Complexity: As ``choose(_:check:)``, plus O(*f* log *f*) for each compared set of *f* features.
    @discardableResult
    public mutating func choose(
        within mostBytes: Int, includesCounts: Bool = true, _ search: BayesSearch?,
        check: () throws -> Void = {}
    ) throws -> Bool {
        guard try size(of: nil, settings, includesCounts: includesCounts) > mostBytes else { return true }
        let run = BayesSizeRun(
            trainer: self, mostBytes: mostBytes, includesCounts: includesCounts, search: search)
        let (found, isComplete) = try run.result(texts: texts, check: check)
        if let found {
            (settings, selection) = (found.settings, found.selection)
            knownScores = nil
            if let report = found.choice { choice = report }
        }
        // The figures of the search describe the model without a limit.
        if !isComplete, found?.choice == nil { choice = nil }
        return isComplete
    }

    /// The weighting of a feature group in the settings, or its best weighting in the search.
    func weighing(of group: FeatureGroup) -> GroupWeighting {
        settings.featureGroups.contains(group)
            ? settings.weighing(of: group) : weighings[group] ?? GroupWeighting()
    }

    func kept(_ rows: [Int]?) -> FeatureCounts {
        guard let rows else { return counts }
        return counts.keeping(rows)
    }

    /// Fits the weights of style features and feature groups to held-out scores.
    ///
    /// Only a few numbers per category are fitted. Therefore, only a sample of the texts is scored for a
    /// category with many texts. The sample is selected by hash.
    ///
    /// - Parameter check: Called repeatedly. An error thrown here ends the fit.
    /// - Returns: The weights and constants.
    /// - Throws: The errors of `check`.
    /// - Complexity: O(*n* · *c*) for a total of *n* features in the sample and *c* categories, and an
    ///   iterative fit of a few numbers for each category.
    public func fitGroupWeights(check: () throws -> Void) rethrows -> GroupWeights {
        var scores = scores()
        return try scores.solve(settings, check: check).groupWeights
    }

    /// Fits the weights of style features and feature groups, as ``fitGroupWeights(check:)`` does, and scores
    /// each text with weights that were fitted to other sources.
    ///
    /// - Parameter check: Called repeatedly. An error thrown here ends the fit.
    /// - Returns: The weights and the scores. The scores are `nil` if no sources are held out.
    /// - Throws: The errors of `check`.
    package mutating func fitGroupWeightsOnSources(
        check: () throws -> Void
    ) rethrows -> (weights: GroupWeights, heldOut: SourceHeldOutScores?) {
        var scores = scores()
        let solution = try scores.solve(
            settings, judged: scores.leavesOutSources, after: &knownScores, check: check)
        return (solution.groupWeights, scores.leavesOutSources ? scores.heldOutScores(of: solution) : nil)
    }

    /// The maximum number of texts that are all scored for the fit. If there are more texts, each category
    /// gets a sample of this number divided by the number of categories, but at least the second number.
    private static let (mostScored, fewestScored) = (24_000, 2_000)

    /// Fits the weights of style features and feature groups to a sample of the texts.
    ///
    /// - Parameters:
    ///   - most: The maximum number of texts that are all scored. If there are more texts, each category gets
    ///     a sample of `most` divided by the number of categories.
    ///   - fewest: The minimum sample size of each category. All texts of a smaller category are scored.
    ///   - check: Called repeatedly. An error thrown here ends the fit.
    /// - Returns: The weights and constants.
    /// - Throws: The errors of `check`.
    package func fitGroupWeights(
        most: Int, fewest: Int, check: () throws -> Void
    ) rethrows -> GroupWeights {
        var scores = scores(most: most, fewest: fewest)
        return try scores.solve(settings, check: check).groupWeights
    }

    private func scores(
        most: Int = Self.mostScored, fewest: Int = Self.fewestScored, judgedFolds: [Int]? = nil
    ) -> LeaveOneOutScores {
        let limit = texts.count <= most ? .max : max(fewest, most / max(1, counts.taxonomy.count))
        return LeaveOneOutScores(
            counts: counts, texts: texts, settings: settings, ofCategory: limit, cut: selection?.cut,
            judgedFolds: judgedFolds)
    }

    /// Returns the number of correctly predicted texts in cross-validation: each text is predicted with the
    /// counts and group weights of the other folds. The settings were chosen on all texts.
    ///
    /// - Parameters:
    ///   - folds: The fold of each text, in the order of addition.
    ///   - check: Called repeatedly. An error thrown here ends the evaluation.
    /// - Throws: The errors of `check`.
    /// - Complexity: O(*n* · *c* + *f* · *k*) for a total of *n* features in all texts, *c* categories, *f*
    ///   distinct features and *k* folds.
    package func correctTexts(inFolds folds: [Int], check: () throws -> Void) rethrows -> Int {
        var scores = scores(judgedFolds: folds)
        var known = knownScores
        let groupWeights = try scores.solve(settings, judged: true, after: &known, check: check).foldWeights
        return try groupWeights.keys.sorted().reduce(0) { correct, fold in
            let trial = NestedFold(
                counts, leaving: texts.indices.filter { folds[$0] == fold }.map { texts[$0] },
                from: texts.indices.filter { folds[$0] != fold }.map { texts[$0] })
            let heldOut = try trial.heldOut(settings, check: check)
            guard let groupWeights = groupWeights[fold] else { return correct }
            return correct + trial.figures(heldOut, settings, groupWeights).correct
        }
    }

    /// Returns the leave-one-out scores of each text, in the order of addition.
    ///
    /// The scores are exact: the counts of a text are subtracted before it is scored. Only the weights of
    /// feature groups, and the selection of features under a size limit, depend on all texts.
    ///
    /// - Parameters:
    ///   - groupWeights: The weights from ``fitGroupWeights(check:)``, or the weights of the model whose
    ///     counts are continued.
    ///   - check: Called repeatedly. An error thrown here ends the scoring.
    /// - Returns: The scores of each text in natural log-odds, by category.
    /// - Throws: The errors of `check`.
    /// - Complexity: O(*n* · *c*) for a total of *n* features in all texts and *c* categories.
    public func leaveOneOutScores(
        groupWeights: GroupWeights, check: () throws -> Void
    ) rethrows -> [[Double]] {
        try LeaveOneOutScores.scores(of: texts, kept(selection?.rows), settings, groupWeights, check: check)
    }

    /// Builds a model from the counts so far.
    ///
    /// - Parameters:
    ///   - groupWeights: The weights of style features and feature groups. They come from
    ///     ``fitGroupWeights(check:)`` or from a base version.
    ///   - includesCounts: `true` to include the counts, which are required to fine-tune the model later.
    /// - Returns: The bytes of the model file. They depend on the counts, settings and weights only.
    /// - Throws: ``FormatError`` if two features have the same hash.
    /// - Complexity: O(*f* log *f* + *f* · *c*) for *f* features and *c* categories.
    public func build(groupWeights: GroupWeights, includesCounts: Bool = true) throws(FormatError) -> [UInt8]
    {
        try BayesModelWriter(
            counts: kept(selection?.rows), settings: settings, groupWeights: groupWeights, choice: choice,
            base: base
        )
        .write(includesCounts: includesCounts)
    }
}
