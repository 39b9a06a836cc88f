import IlkVocabulary

/// The scores of texts that were left out of the counts, part by part, in an order that depends on nothing but the texts.
struct LeftOutScores {
    private let counts: FeatureCounts
    private let settings: BayesSettings
    /// The texts that are scored.
    private let texts: [CountedText]
    /// What a text of each category stands for: more than itself where not all of the category are scored.
    private let standsFor: [Double]
    /// One scorer a part of the texts that is left out together, and one of single texts.
    private var scorers: [Int: LeftOutScorer] = [:]
    /// The weights of the shape, text by text.
    private var shapes: [[Float]] = []

    /// Takes texts, scored at most so many, and so many of a category: those of the lowest keys. All are among the counts.
    init(
        counts: FeatureCounts, texts all: [CountedText], settings: BayesSettings, limit: Int = .max,
        ofCategory categoryLimit: Int = .max
    ) {
        self.counts = counts
        self.settings = settings
        // Places are sorted, not texts: every look at a text counts references.
        let keys = all.map(\.order)
        let order = all.indices.sorted { keys[$0] < keys[$1] }
        let width = (settings.families.count + ShapeReader.signals.count) * counts.taxonomy.count
        let most = min(limit, max(Self.fewest, Self.greatestSize / width))
        let some = Self.few(ofEach: categoryLimit, of: order, all, counts.taxonomy.count)
        standsFor = some.standsFor
        texts = some.order.prefix(most).map { all[$0] }
        for fold in Set(texts.map(\.fold)).sorted() {
            let left = fold < 0 ? [] : order.filter { all[$0].fold == fold }.map { all[$0] }
            scorers[fold] = LeftOutScorer(
                CountsWithout(counts, minimumFrequency: settings.minimumFrequency, without: left),
                settings: settings, isAmong: fold < 0)
        }
        if settings.families.contains(.shape) { shapes = readShapes() }
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
    private static let greatestSize = 20_000_000
    private static let fewest = 500

    /// How many texts are scored.
    var count: Int { texts.count }
    /// Whether texts are left out together with others.
    var leavesOutParts: Bool { texts.contains { $0.fold >= 0 } }

    private mutating func readShapes() -> [[Float]] {
        texts.map { text in
            var row: [Float] = []
            scorers[text.fold]?.appendShape(of: text, to: &row)
            return row
        }
    }

    /// The scores of all texts in a family.
    mutating func scores(of family: FeatureFamily, _ weighing: FamilyWeighing) -> [[Float]] {
        texts.map { scorers[$0.fold]?.score($0, family, weighing).map(Float.init) ?? [] }
    }

    /// Fits scales to scores of families.
    func fit(_ families: [(family: FeatureFamily, scores: [[Float]])], withShape: Bool) -> ScaleFit.Solution {
        var problem = ScaleFit(
            signals: withShape ? ShapeReader.signals.count : 0, families: families.map(\.family),
            documents: counts.documents, settings: settings)
        let mass = counts.documentMass.map { Double(max(1, $0)) }
        for (place, text) in texts.enumerated() {
            var row = withShape ? shapes[place] : []
            for family in families { row += family.scores[place] }
            let weight = Double(text.mass) * standsFor[text.category]
            problem.add(
                row, category: text.category,
                weight: settings.prior == .even ? weight / mass[text.category] : weight)
        }
        return problem.solve()
    }

    /// The scales of some settings.
    func solve(_ settings: BayesSettings) -> ScaleFit.Solution {
        var scorer = self
        let families = settings.families.filter { $0 != .shape }.map {
            ($0, scorer.scores(of: $0, settings.weighing(of: $0)))
        }
        return fit(families, withShape: settings.families.contains(.shape))
    }

    /// The scores of texts that are among the counts, each scored without itself, in the order in which they come.
    static func scores(
        of texts: [CountedText], _ counts: FeatureCounts, _ settings: BayesSettings, _ scales: BayesScales
    ) -> [[Double]] {
        var scorer = LeftOutScorer(
            CountsWithout(counts, minimumFrequency: settings.minimumFrequency), settings: settings,
            isAmong: true)
        let categories = counts.taxonomy.count
        return texts.map { text in
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
