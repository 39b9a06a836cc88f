import Glibc
import IlkModels
import IlkVocabulary

/// The scores of texts, each scored without the counts of the text or of its fold. The texts are in a
/// canonical order.
struct LeaveOneOutScores {
    private let counts: FeatureCounts
    private let settings: BayesSettings
    /// The texts to score. Each has the fold with which it is left out.
    private let texts: [CountedText]
    /// The position of each text to score in the order in which the texts were added.
    let places: [Int]
    /// The fold of each text in the evaluation of weights.
    private let evaluationFolds: [Int]
    /// The number of folds of texts without sources, or `nil` for leave-one-out.
    let dealtParts: Int?
    let leavesOutSources: Bool
    /// The share of texts that are the only text of their category, and their log loss. Such texts cannot be
    /// scored, so they get the log loss of the probability 1/*n* for *n* texts.
    private let unknownShare: Double
    private let unknownLoss: Double
    /// The factor for the texts of each category, above 1 if only a sample is scored.
    private let sampleFactors: [Double]
    /// One scorer for each fold. The scorer with the key -1 leaves out single texts.
    private var scorers: [Int: LeaveOneOutScorer] = [:]
    /// The scores of style features, and their numbers by text, then by feature.
    private var styleScores: StyleScores
    private var styleNumbers: [Int32] = []

    /// Selects the texts to score: at most `limit`, and at most `categoryLimit` of each category, by hash.
    /// The counts include all texts.
    ///
    /// - Parameters:
    ///   - size: The maximum number of scores. More categories mean fewer texts.
    ///   - cut: The number of features of a model with a size limit. Each fold selects its features from the
    ///     other folds.
    ///   - judgedFolds: The folds of all texts for the evaluation of weights, or `nil` for five default
    ///     folds.
    init(
        counts: FeatureCounts, texts all: [CountedText], settings: BayesSettings, limit: Int = .max,
        ofCategory categoryLimit: Int = .max, size: Int = Self.greatestSize, cut: FeatureCut? = nil,
        judgedFolds: [Int]? = nil
    ) {
        self.counts = counts
        self.settings = settings
        styleScores = StyleScores(categories: counts.taxonomy.count)
        // Sort indices instead of texts, which would retain and release their arrays.
        let keys = all.map(\.order)
        let order = all.indices.sorted { keys[$0] < keys[$1] }
        let styleFeatures = settings.featureGroups.contains(.style) ? StyleReader.styleFeatures.count : 0
        let width = (settings.featureGroups.count + styleFeatures) * counts.taxonomy.count
        let most = min(limit, max(Self.fewest, size / max(1, width)))
        let some = Self.few(ofEach: categoryLimit, of: order, all, counts.taxonomy.count)
        sampleFactors = some.standsFor
        let hasSources = all.contains { $0.fold >= 0 }
        leavesOutSources = hasSources
        let known = some.order.filter { hasSources || counts.documents[all[$0].category] > 1 }
        places = Array(known.prefix(most))
        let unknown = some.order.count - known.count
        unknownShare = Double(unknown) / Double(max(1, some.order.count))
        unknownLoss = log(Double(all.count))
        let parts = Self.parts(of: all.count, counts, isCut: cut != nil)
        let dealt = Self.deal(order, all.map(\.category), into: parts ?? Self.mostParts)
        let isDealt = !hasSources && parts != nil
        dealtParts = isDealt ? parts : nil
        let folds = isDealt ? dealt : all.map(\.fold)
        evaluationFolds = places.map {
            judgedFolds?[$0] ?? (folds[$0] < 0 ? dealt[$0] : folds[$0]) % Self.judgedParts
        }
        texts = places.map { place in
            var text = all[place]
            text.fold = folds[place]
            return text
        }
        let present = counts.documents.count { $0 > 0 }
        let isEven = all.count < Self.fewOfCategory * present
        for fold in Set(texts.map(\.fold)).sorted() {
            let left = fold < 0 ? [] : order.filter { folds[$0] == fold }.map { all[$0] }
            var rest = left.isEmpty ? counts : counts.without(left)
            if let cut { rest = cut.applied(to: rest, settings) }
            scorers[fold] = LeaveOneOutScorer(
                ScoringCounts(
                    rest, minimumFrequency: settings.minimumFrequency, standingFor: isDealt ? counts : nil),
                settings: settings, areScoredTextsCounted: fold < 0, scalesRestUp: isEven)
        }
        if settings.featureGroups.contains(.style) { scoreStyle() }
    }

    private mutating func scoreStyle() {
        let features = StyleReader.styleFeatures.count
        styleNumbers = [Int32](repeating: 0, count: texts.count * features)
        for fold in scorers.keys.sorted() {
            guard var scorer = scorers.removeValue(forKey: fold) else { continue }
            for (place, text) in texts.enumerated() where text.fold == fold {
                for (index, number) in scorer.styleNumbers(of: text).enumerated() {
                    styleNumbers[place * features + index] = Int32(styleScores.count) + number
                }
            }
            styleScores.append(scorer.styleScores)
            scorers[fold] = scorer
        }
    }

    /// The minimum number of texts for leave-one-out.
    ///
    /// Leaving out one text lowers the counts of its category. In a small corpus, the weights would learn to
    /// recognize the category by its lower counts. Leaving out a fold affects all texts alike.
    static let fewTexts = 2_000
    /// The mean number of texts per category below which the counts of a category are scaled up after one of
    /// its texts is left out. The reason is given at ``fewTexts``.
    private static let fewOfCategory = 200
    /// The number of folds for fewer than ``fewTexts`` texts, and for more texts.
    private static let (mostParts, fewParts) = (10, 5)
    /// The number of folds in the evaluation of weights.
    static let judgedParts = 5
    /// The maximum number of counts in the copies for all folds, without and with a size limit of the model.
    /// With a limit, each fold selects its features, so more space is justified.
    private static let (greatestParts, greatestCutParts) = (8_000_000, 60_000_000)

    /// Returns the number of folds, or `nil` for leave-one-out. Leave-one-out is used for at least
    /// ``fewTexts`` texts without a size limit. It is also used if the copies of the counts for all folds
    /// would be too large.
    static func parts(of texts: Int, _ counts: FeatureCounts, isCut: Bool) -> Int? {
        guard texts < fewTexts || isCut else { return nil }
        let parts = texts < fewTexts ? mostParts : fewParts
        let greatest = isCut ? greatestCutParts : greatestParts
        return counts.featureCount * counts.taxonomy.count <= greatest / parts ? parts : nil
    }

    /// Deals the texts of each category to the folds in turn.
    static func deal(_ order: [Int], _ categories: [Int], into parts: Int) -> [Int] {
        var folds = [Int](repeating: 0, count: order.count)
        let sorted = order.enumerated().sorted {
            (categories[$0.element], $0.offset) < (categories[$1.element], $1.offset)
        }
        for (place, text) in sorted.enumerated() { folds[text.element] = place % parts }
        return folds
    }

    /// Returns the first `limit` texts of each category. Also returns, for each category, the weight of all
    /// its texts divided by the weight of the returned ones.
    private static func few(
        ofEach limit: Int, of order: [Int], _ texts: [CountedText], _ categories: Int
    ) -> (order: [Int], standsFor: [Double]) {
        guard limit < order.count else { return (order, [Double](repeating: 1, count: categories)) }
        var counts = [Int](repeating: 0, count: categories)
        var (all, taken) = (counts, counts)
        let few = order.filter { place in
            let (category, weight) = (texts[place].category, texts[place].weight)
            counts[category] += 1
            all[category] += weight
            guard counts[category] <= limit else { return false }
            taken[category] += weight
            return true
        }
        return (few, zip(all, taken).map { $0 == $1 ? 1 : Double($0) / Double(max(1, $1)) })
    }

    /// The maximum number of scores in a fit. More categories mean fewer texts.
    static let greatestSize = 20_000_000
    private static let fewest = 20

    var count: Int { texts.count }

    /// Returns the scores of texts in one feature group by weighting.
    ///
    /// - Parameters:
    ///   - weighings: The weightings, all of the same unit. They share one pass over the counts.
    ///   - known: The scores of the first texts by weighting, which are not computed again.
    ///   - most: The maximum number of texts.
    mutating func scores(
        of group: FeatureGroup, _ weighings: [GroupWeighting], after known: [ScoreTable]? = nil,
        most: Int = .max, check: () throws -> Void
    ) rethrows -> [ScoreTable] {
        let empty = [ScoreTable](
            repeating: ScoreTable(categories: counts.taxonomy.count), count: weighings.count)
        var tables = known ?? empty
        let rest = min(texts.count, tables[0].count)..<min(texts.count, most)
        for index in tables.indices { tables[index].resize(to: rest.upperBound) }
        var scored = 0
        for fold in scorers.keys.sorted() {
            // Taken out of the dictionary, so that it is not copied for each text.
            guard var scorer = scorers.removeValue(forKey: fold) else { continue }
            defer { scorers[fold] = scorer }
            for place in rest where texts[place].fold == fold {
                scored += 1
                if scored % Self.textsBetweenChecks == 0 { try check() }
                for (index, row) in scorer.scores(texts[place], group, weighings).enumerated() {
                    tables[index].set(row, of: place)
                }
            }
        }
        return tables
    }

    /// The number of texts between calls of `check`.
    static let textsBetweenChecks = 32

    /// Frees the copies of the counts. No group can be scored afterward.
    mutating func dropCounts() { scorers = [:] }

    /// Fits weights to the scores of feature groups, and evaluates them by cross-fitting if `judged`.
    ///
    /// The fit is limited to the texts with scores of all groups.
    func fit(
        _ featureGroups: [(group: FeatureGroup, scores: ScoreTable)], withStyle: Bool, judged: Bool = true,
        check: () throws -> Void
    ) rethrows -> GroupWeightFit.Solution {
        let tables = featureGroups.map(\.scores)
        let most = tables.map(\.count).min() ?? texts.count
        let features = StyleReader.styleFeatures.count
        var problem = GroupWeightFit(
            style: withStyle ? StyleTerms(styleScores, styleNumbers, features: features) : nil,
            featureGroups: featureGroups.map(\.group),
            documents: counts.documents, settings: settings, texts: most)
        for place in 0..<min(most, texts.count) {
            problem.add(
                place, in: tables, category: texts[place].category, weight: weight(of: texts[place]),
                fold: evaluationFolds[place])
        }
        var solution = try (consume problem).solve(judged: judged, check: check)
        let known = 1 - unknownShare
        solution.accuracy *= known
        solution.logLoss = solution.logLoss * known + unknownLoss * unknownShare
        return solution
    }

    private func weight(of text: CountedText) -> Double {
        settings.weight(of: text, counts) * sampleFactors[text.category]
    }

    /// Returns the held-out scores of a solution that was evaluated on held-out sources.
    func heldOutScores(of solution: GroupWeightFit.Solution) -> SourceHeldOutScores {
        SourceHeldOutScores(
            texts: solution.heldOutScores.enumerated().map { place, scores in
                SourceHeldOutScores.Text(
                    index: places[place], category: texts[place].category, fold: evaluationFolds[place],
                    weight: weight(of: texts[place]), scores: scores)
            })
    }

    /// Fits the weights of settings.
    ///
    /// - Parameters:
    ///   - judged: `true` to evaluate the weights by cross-fitting.
    ///   - known: Scores that were computed before from the same counts, which are not computed again. They are
    ///     replaced by the scores of this fit.
    mutating func solve(
        _ settings: BayesSettings, judged: Bool, after known: inout KnownScores?, check: () throws -> Void
    ) rethrows -> GroupWeightFit.Solution {
        let featureGroups = try settings.featureGroups.filter { $0 != .style }.map { group in
            let weighing = settings.weighing(of: group)
            let table = known?.table(of: group, weighing, settings.minimumFrequency, places)
            return (group, try scores(of: group, [weighing], after: table.map { [$0] }, check: check)[0])
        }
        known = KnownScores(
            tables: featureGroups.reduce(into: [:]) { $0[$1.0] = (settings.weighing(of: $1.0), $1.1) },
            minimumFrequency: settings.minimumFrequency, places: places)
        return try fit(
            featureGroups, withStyle: settings.featureGroups.contains(.style), judged: judged, check: check)
    }

    /// Fits the weights of settings, and evaluates them by cross-fitting if `judged`.
    mutating func solve(
        _ settings: BayesSettings, judged: Bool = false, check: () throws -> Void
    ) rethrows -> GroupWeightFit.Solution {
        var known: KnownScores?
        return try solve(settings, judged: judged, after: &known, check: check)
    }

    /// Returns the leave-one-out scores of texts that are among the counts, in their order.
    static func scores(
        of texts: [CountedText], _ counts: FeatureCounts, _ settings: BayesSettings,
        _ groupWeights: GroupWeights,
        check: () throws -> Void
    ) rethrows -> [[Double]] {
        var scorer = LeaveOneOutScorer(
            ScoringCounts(counts, minimumFrequency: settings.minimumFrequency), settings: settings,
            areScoredTextsCounted: true)
        return try texts.enumerated().map { place, text in
            if place % textsBetweenChecks == 0 { try check() }
            return GroupScores(text, by: &scorer, settings).sum(of: settings.featureGroups, groupWeights)
        }
    }

}

/// Scores of texts in feature groups, from a search or a fit.
struct KnownScores {
    /// The weighting and the scores of each feature group.
    let tables: [FeatureGroup: (weighing: GroupWeighting, scores: ScoreTable)]
    let minimumFrequency: Int
    /// The position of each text in the order in which the texts were added.
    let places: [Int]

    /// Returns the scores for other settings, or `nil` if they have other scores.
    fileprivate func table(
        of group: FeatureGroup, _ weighing: GroupWeighting, _ minimumFrequency: Int, _ places: [Int]
    ) -> ScoreTable? {
        guard let known = tables[group], known.weighing == weighing,
            minimumFrequency == self.minimumFrequency,
            places.starts(with: self.places.prefix(known.scores.count))
        else { return nil }
        return known.scores
    }
}

/// The scores of a text in each style feature and feature group, before the group weights.
struct GroupScores {
    private let style: [Float]
    /// The scores by category of each feature group that was scored, by group.
    private let groups: [[Double]]

    /// Scores a text in the feature groups of settings.
    init(_ text: CountedText, by scorer: inout LeaveOneOutScorer, _ settings: BayesSettings) {
        var style: [Float] = []
        var groups = [[Double]](repeating: [], count: FeatureGroup.allCases.count)
        for group in settings.featureGroups {
            if group == .style {
                let numbers = scorer.styleNumbers(of: text)
                scorer.styleScores.append(numbers, to: &style)
            } else {
                let weighing = settings.weighing(of: group)
                groups[group.rawValue] = scorer.scores(text, group, [weighing])[0]
            }
        }
        (self.style, self.groups) = (style, groups)
    }

    /// Returns the weighted sum of some feature groups by category.
    func sum(of featureGroups: [FeatureGroup], _ groupWeights: GroupWeights) -> [Double] {
        var scores = groupWeights.constants
        let categories = scores.count
        for group in featureGroups {
            guard group == .style else {
                for (category, score) in groups[group.rawValue].enumerated() {
                    scores[category] += score * groupWeights.featureGroups[group.rawValue][category]
                }
                continue
            }
            for styleFeature in groupWeights.styleFeatures.indices
            where (styleFeature + 1) * categories <= style.count {
                for category in 0..<categories {
                    scores[category] +=
                        Double(style[styleFeature * categories + category])
                        * groupWeights.styleFeatures[styleFeature][category]
                }
            }
        }
        return scores
    }
}
