import Glibc
import IlkModels
import IlkVocabulary

/// The scores of texts that were left out of the counts, part by part, in an order that depends on nothing but the texts.
struct LeftOutScores {
    private let counts: FeatureCounts
    private let settings: BayesSettings
    /// The texts that are scored, each with the part that it is left out with.
    private let texts: [CountedText]
    /// The part of the texts that each is judged with when scales are.
    private let judgedWith: [Int]
    /// How many parts texts without sources are dealt out to; nil where each is left out by itself.
    let dealtParts: Int?
    /// Whether whole sources are left out together.
    let leavesOutSources: Bool
    /// The share of the texts that are the only ones of their category, of which nothing is known when they are left out; and
    /// what they are charged with: they are as likely as what none of the others is.
    private let unknownShare: Double
    private let unknownLoss: Double
    /// What a text of each category stands for: more than itself where not all of the category are scored.
    private let standsFor: [Double]
    /// One scorer a part of the texts that is left out together, and one of single texts.
    private var scorers: [Int: LeftOutScorer] = [:]
    /// The weights of the shape, text by text.
    private var shapes: [[Float]] = []

    /// Takes texts, scored at most so many, and so many of a category: those of the lowest keys. All are among the counts.
    ///
    /// - Parameters:
    ///   - size: How many scores there may be at most: with many categories, those of fewer texts.
    ///   - cut: The features that a model of limited size has room for; each part of the texts is then scored with those
    ///     that say most in the others.
    init(
        counts: FeatureCounts, texts all: [CountedText], settings: BayesSettings, limit: Int = .max,
        ofCategory categoryLimit: Int = .max, size: Int = Self.greatestSize, cut: FeatureCut? = nil
    ) {
        self.counts = counts
        self.settings = settings
        // Places are sorted, not texts: every look at a text counts references.
        let keys = all.map(\.order)
        let order = all.indices.sorted { keys[$0] < keys[$1] }
        let signals = settings.families.contains(.shape) ? ShapeReader.signals.count : 0
        let width = (settings.families.count + signals) * counts.taxonomy.count
        let most = min(limit, max(Self.fewest, size / max(1, width)))
        let some = Self.few(ofEach: categoryLimit, of: order, all, counts.taxonomy.count)
        standsFor = some.standsFor
        let hasSources = all.contains { $0.fold >= 0 }
        leavesOutSources = hasSources
        let known = some.order.filter { hasSources || counts.documents[all[$0].category] > 1 }
        let places = Array(known.prefix(most))
        let unknown = some.order.count - known.count
        unknownShare = Double(unknown) / Double(max(1, some.order.count))
        unknownLoss = log(Double(all.count))
        let parts = Self.parts(of: all.count, counts, isCut: cut != nil)
        let dealt = Self.deal(order, all.map(\.category), into: parts ?? Self.mostParts)
        let isDealt = !hasSources && parts != nil
        dealtParts = isDealt ? parts : nil
        let folds = isDealt ? dealt : all.map(\.fold)
        judgedWith = places.map { (folds[$0] < 0 ? dealt[$0] : folds[$0]) % Self.judgedParts }
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
            scorers[fold] = LeftOutScorer(
                CountsWithout(
                    rest, minimumFrequency: settings.minimumFrequency, standingFor: isDealt ? counts : nil),
                settings: settings, isAmong: fold < 0, isEven: isEven)
        }
        if settings.families.contains(.shape) { shapes = readShapes() }
    }

    /// With fewer texts than this a text is not left out by itself, but with others. What is left out of a category makes its
    /// features rarer there: of few texts so much that scales learn to tell by that which category a text was taken from.
    /// Of texts that are left out together all look alike.
    static let fewTexts = 2_000
    /// With fewer texts a category than this, in the mean, what is left of the category of a text that is left out by itself
    /// stands for all of it, for the same reason.
    private static let fewOfCategory = 200
    /// How many parts texts are dealt out to, and fewer where there are many texts.
    private static let (mostParts, fewParts) = (10, 5)
    /// How many parts texts are judged in.
    static let judgedParts = 5
    /// How many numbers the counts of all parts may have: each part has its own.
    private static let greatestParts = 60_000_000

    /// How many parts texts are dealt out to; nil to leave each out by itself: where there are many texts, of which all
    /// features are scored, or so many numbers that there is no room for those of each part.
    static func parts(of texts: Int, _ counts: FeatureCounts, isCut: Bool) -> Int? {
        guard texts < fewTexts || isCut else { return nil }
        let parts = texts < fewTexts ? mostParts : fewParts
        return counts.featureCount * counts.taxonomy.count <= greatestParts / parts ? parts : nil
    }

    /// The texts of each category dealt out in turn.
    static func deal(_ order: [Int], _ categories: [Int], into parts: Int) -> [Int] {
        var folds = [Int](repeating: 0, count: order.count)
        let sorted = order.enumerated().sorted {
            (categories[$0.element], $0.offset) < (categories[$1.element], $1.offset)
        }
        for (place, text) in sorted.enumerated() { folds[text.element] = place % parts }
        return folds
    }

    /// The first of the texts of each category, and what one of them stands for: the mass of all texts of its category over
    /// that of those taken, 1 where all are.
    private static func few(
        ofEach limit: Int, of order: [Int], _ texts: [CountedText], _ categories: Int
    ) -> (order: [Int], standsFor: [Double]) {
        guard limit < order.count else { return (order, [Double](repeating: 1, count: categories)) }
        var counts = [Int](repeating: 0, count: categories)
        var (all, taken) = (counts, counts)
        let few = order.filter { place in
            let (category, mass) = (texts[place].category, texts[place].mass)
            counts[category] += 1
            all[category] += mass
            guard counts[category] <= limit else { return false }
            taken[category] += mass
            return true
        }
        return (few, zip(all, taken).map { $0 == $1 ? 1 : Double($0) / Double(max(1, $1)) })
    }

    /// How many scores are fitted to at most: with very many categories, those of fewer texts.
    static let greatestSize = 20_000_000
    private static let fewest = 20

    /// How many texts are scored.
    var count: Int { texts.count }

    private mutating func readShapes() -> [[Float]] {
        texts.map { text in
            var row: [Float] = []
            scorers[text.fold]?.appendShape(of: text, to: &row)
            return row
        }
    }

    /// The scores of all texts in a family.
    ///
    /// - Parameter check: Called now and then. What it throws ends the scoring.
    mutating func scores(
        of family: FeatureFamily, _ weighing: FamilyWeighing, check: () throws -> Void
    ) rethrows -> [[Float]] {
        var scores: [[Float]] = []
        scores.reserveCapacity(texts.count)
        for (place, text) in texts.enumerated() {
            if place % Self.textsBetweenChecks == 0 { try check() }
            scores.append(scorers[text.fold]?.score(text, family, weighing).map(Float.init) ?? [])
        }
        return scores
    }

    /// How many texts are scored between two looks at whether that is still wanted.
    private static let textsBetweenChecks = 32

    /// Fits scales to scores of families.
    ///
    /// - Parameters:
    ///   - judged: Whether figures are wanted, too.
    ///   - check: Called now and then. What it throws ends the fit.
    func fit(
        _ families: [(family: FeatureFamily, scores: [[Float]])], withShape: Bool, judged: Bool = true,
        check: () throws -> Void
    ) rethrows -> ScaleFit.Solution {
        var problem = ScaleFit(
            signals: withShape ? ShapeReader.signals.count : 0, families: families.map(\.family),
            documents: counts.documents, settings: settings)
        for (place, text) in texts.enumerated() {
            var row = withShape ? shapes[place] : []
            for family in families { row += family.scores[place] }
            problem.add(
                row, category: text.category,
                weight: settings.weight(of: text, counts) * standsFor[text.category],
                fold: judgedWith[place])
        }
        var solution = try problem.solve(judged: judged, check: check)
        let known = 1 - unknownShare
        solution.accuracy *= known
        solution.logLoss = solution.logLoss * known + unknownLoss * unknownShare
        return solution
    }

    /// The scales of some settings.
    func solve(
        _ settings: BayesSettings, judged: Bool, check: () throws -> Void
    ) rethrows -> ScaleFit.Solution {
        var scorer = self
        let families = try settings.families.filter { $0 != .shape }.map {
            ($0, try scorer.scores(of: $0, settings.weighing(of: $0), check: check))
        }
        return try fit(
            families, withShape: settings.families.contains(.shape), judged: judged, check: check)
    }

    /// The scores of texts that are among the counts, each scored without itself, in the order in which they come.
    static func scores(
        of texts: [CountedText], _ counts: FeatureCounts, _ settings: BayesSettings, _ scales: BayesScales,
        check: () throws -> Void
    ) rethrows -> [[Double]] {
        var scorer = LeftOutScorer(
            CountsWithout(counts, minimumFrequency: settings.minimumFrequency), settings: settings,
            isAmong: true)
        return try scores(of: texts, by: &scorer, settings, scales, check: check)
    }

    /// The scores of texts by a scorer and scales.
    static func scores(
        of texts: [CountedText], by scorer: inout LeftOutScorer, _ settings: BayesSettings,
        _ scales: BayesScales, check: () throws -> Void
    ) rethrows -> [[Double]] {
        let categories = scales.constants.count
        return try texts.enumerated().map { place, text in
            if place % textsBetweenChecks == 0 { try check() }
            var scores = scales.constants
            for family in settings.families {
                if family == .shape {
                    var row: [Float] = []
                    scorer.appendShape(of: text, to: &row)
                    for signal in scales.signals.indices where (signal + 1) * categories <= row.count {
                        for category in 0..<categories {
                            scores[category] +=
                                Double(row[signal * categories + category]) * scales.signals[signal][category]
                        }
                    }
                } else {
                    let part = scorer.score(text, family, settings.weighing(of: family))
                    for category in 0..<categories {
                        scores[category] += part[category] * scales.families[family.rawValue][category]
                    }
                }
            }
            return scores
        }
    }
}
