import Glibc
import IlkModels
import IlkVocabulary

/// One fold of nested cross-validation for a small corpus. Weightings, features and weights come from the
/// other texts only.
///
/// For few texts, plain leave-one-out scores are biased. The score of a text depends on the counts of all
/// other texts. Two texts that happen to agree therefore support each other, and weights fitted to one text
/// are not independent of the other text.
struct NestedFold {
    private let whole: FeatureCounts
    private let counts: FeatureCounts
    private let learned: [CountedText]
    private let left: [CountedText]

    struct Figures {
        fileprivate var loss = 0.0
        fileprivate var right = 0.0
        fileprivate var weight = 0.0
        /// The number of texts that are predicted correctly.
        private(set) var correct = 0

        /// The mean negative natural logarithm of the probability of the actual category.
        var meanLoss: Double { weight > 0 ? loss / weight : 0 }
        var accuracy: Double { weight > 0 ? right / weight : 0 }

        mutating func add(_ other: Figures) {
            loss += other.loss
            right += other.right
            weight += other.weight
            correct += other.correct
        }

        fileprivate mutating func addCorrect(_ weight: Double) {
            correct += 1
            right += weight
        }
    }

    init(_ whole: FeatureCounts, leaving left: [CountedText], from learned: [CountedText]) {
        self.whole = whole
        self.left = left
        self.learned = learned
        counts = whole.without(left)
    }

    /// The number of texts, held-out ones included.
    var count: Int { learned.count + left.count }

    /// Returns the folds of nested cross-validation. There are no folds if texts are left out one by one, or
    /// whole sources are held out.
    static func trials(_ counts: FeatureCounts, _ texts: [CountedText]) -> [NestedFold] {
        let hasSources = texts.contains { $0.fold >= 0 }
        guard texts.count < LeaveOneOutScores.fewTexts, !hasSources,
            LeaveOneOutScores.parts(of: texts.count, counts, isCut: false) != nil
        else { return [] }
        let keys = texts.map(\.order)
        let order = texts.indices.sorted { keys[$0] < keys[$1] }
        let parts = LeaveOneOutScores.judgedParts
        let dealt = LeaveOneOutScores.deal(order, texts.map(\.category), into: parts)
        return (0..<parts).map { part in
            NestedFold(
                counts, leaving: order.filter { dealt[$0] == part }.map { texts[$0] },
                from: order.filter { dealt[$0] != part }.map { texts[$0] })
        }
    }

    func run(_ settings: BayesSettings, _ search: BayesSearch) -> BayesSearchRun {
        BayesSearchRun(counts: counts, texts: learned, settings: settings, search: search)
    }

    func groupWeights(
        _ settings: BayesSettings, cut: FeatureCut? = nil, check: () throws -> Void
    ) rethrows -> GroupWeights {
        var scores = LeaveOneOutScores(counts: counts, texts: learned, settings: settings, cut: cut)
        return try scores.solve(settings, check: check).groupWeights
    }

    /// Returns the scores of the held-out texts in the feature groups of settings.
    func heldOut(
        _ settings: BayesSettings, cut: FeatureCut? = nil, check: () throws -> Void
    ) rethrows -> [GroupScores] {
        let kept = cut.map { $0.applied(to: counts, settings) } ?? counts
        var scorer = LeaveOneOutScorer(
            ScoringCounts(kept, minimumFrequency: settings.minimumFrequency, standingFor: whole),
            settings: settings, areScoredTextsCounted: false)
        return try left.enumerated().map { place, text in
            if place % LeaveOneOutScores.textsBetweenChecks == 0 { try check() }
            return GroupScores(text, by: &scorer, settings)
        }
    }

    func figures(_ heldOut: [GroupScores], _ settings: BayesSettings, _ groupWeights: GroupWeights) -> Figures
    {
        // A text of a category without training texts gets the log loss of the probability 1/(n + 1) for n
        // training texts.
        let unseen = log(Double(learned.count + 1))
        var figures = Figures()
        for (text, groups) in zip(left, heldOut) {
            var scores = groups.sum(of: settings.featureGroups, groupWeights)
            let weight = settings.weight(of: text, whole)
            let best = scores.indices.reduce(0) { scores[$1] > scores[$0] ? $1 : $0 }
            let own = scores[text.category]
            let loss = scores.withUnsafeMutableBufferPointer { Softmax.logSumExp($0) } - own
            figures.weight += weight
            if best == text.category { figures.addCorrect(weight) }
            figures.loss += weight * (counts.documents[text.category] > 0 ? loss : unseen)
        }
        return figures
    }
}
