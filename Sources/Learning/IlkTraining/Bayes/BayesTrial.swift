import Glibc
import IlkModels
import IlkVocabulary

/// A part of few texts, held to what the other texts alone would have been trained to: how families are weighed, which
/// features there is room for and the scales are theirs, and no number of the part is in any of that.
///
/// Of few texts nothing less is honest. Scores of texts left out are made of the counts of others that were left out in
/// their turn; two texts that happen to agree vouch for each other, and scales that are fitted to the one are no judges of
/// the other.
struct BayesTrial {
    private let whole: FeatureCounts
    private let counts: FeatureCounts
    private let learned: [CountedText]
    private let left: [CountedText]

    /// What settings did on texts, by weight of all of these.
    struct Figures {
        fileprivate var loss = 0.0
        fileprivate var right = 0.0
        fileprivate var weight = 0.0

        /// The mean of -ln of the probability of the right category.
        var meanLoss: Double { weight > 0 ? loss / weight : 0 }
        /// The share of texts whose highest score is their own category's.
        var accuracy: Double { weight > 0 ? right / weight : 0 }

        /// Adds what was done on other texts.
        mutating func add(_ other: Figures) {
            loss += other.loss
            right += other.right
            weight += other.weight
        }
    }

    /// Leaves texts out of counts of them and others.
    init(_ whole: FeatureCounts, leaving left: [CountedText], from learned: [CountedText]) {
        self.whole = whole
        self.left = left
        self.learned = learned
        counts = whole.without(left)
    }

    /// How many texts there are, those that are left out among them.
    var count: Int { learned.count + left.count }

    /// The trials of some texts, a part each; none where each text is left out by itself, or sources are.
    static func trials(_ counts: FeatureCounts, _ texts: [CountedText]) -> [BayesTrial] {
        let hasSources = texts.contains { $0.fold >= 0 }
        guard texts.count < LeftOutScores.fewTexts, !hasSources,
            LeftOutScores.parts(of: texts.count, counts, isCut: false) != nil
        else { return [] }
        let keys = texts.map(\.order)
        let order = texts.indices.sorted { keys[$0] < keys[$1] }
        let parts = LeftOutScores.judgedParts
        let dealt = LeftOutScores.deal(order, texts.map(\.category), into: parts)
        return (0..<parts).map { part in
            BayesTrial(
                counts, leaving: order.filter { dealt[$0] == part }.map { texts[$0] },
                from: order.filter { dealt[$0] != part }.map { texts[$0] })
        }
    }

    /// A search by the texts that are not left out.
    func run(_ settings: BayesSettings, _ search: BayesSearch) -> BayesSearchRun {
        BayesSearchRun(counts: counts, texts: learned, settings: settings, search: search)
    }

    /// The scales of the texts that are not left out.
    func scales(
        _ settings: BayesSettings, cut: FeatureCut? = nil, check: () throws -> Void
    ) rethrows -> BayesScales {
        try LeftOutScores(counts: counts, texts: learned, settings: settings, cut: cut)
            .solve(settings, judged: false, check: check).scales
    }

    /// What settings and scales do on the texts that are left out.
    func figures(
        _ settings: BayesSettings, _ scales: BayesScales, cut: FeatureCut? = nil, check: () throws -> Void
    ) rethrows -> Figures {
        let kept = cut.map { $0.applied(to: counts, settings) } ?? counts
        var scorer = LeftOutScorer(
            CountsWithout(kept, minimumFrequency: settings.minimumFrequency, standingFor: whole),
            settings: settings, isAmong: false)
        let scored = try LeftOutScores.scores(of: left, by: &scorer, settings, scales, check: check)
        // Of a category that no other text has nothing can be known: it is as likely as what none of so many texts was.
        let unseen = log(Double(learned.count + 1))
        var figures = Figures()
        for (text, found) in zip(left, scored) {
            var scores = found
            let weight = settings.weight(of: text, whole)
            let best = scores.indices.reduce(0) { scores[$1] > scores[$0] ? $1 : $0 }
            let own = scores[text.category]
            let loss = scores.withUnsafeMutableBufferPointer { Softmax.logSumExp($0) } - own
            figures.weight += weight
            if best == text.category { figures.right += weight }
            figures.loss += weight * (counts.documents[text.category] > 0 ? loss : unseen)
        }
        return figures
    }
}
