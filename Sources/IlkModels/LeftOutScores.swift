import IlkVocabulary

/// The scores of texts that were left out of the counts, part by part, in an order that depends on nothing but the texts.
struct LeftOutScores {
    private let counts: FeatureCounts
    private let settings: BayesSettings
    /// The texts that are scored.
    private let texts: [CountedText]
    /// One scorer a part of the texts that is left out together, and one of single texts.
    private var scorers: [Int: LeftOutScorer] = [:]
    /// The weights of the shape, text by text.
    private var shapes: [[Float]] = []

    /// Takes texts, scored at most so many of those of the lowest keys; all are among the counts.
    init(counts: FeatureCounts, texts all: [CountedText], settings: BayesSettings, limit: Int = .max) {
        self.counts = counts
        self.settings = settings
        let ordered = all.sorted(by: CountedText.precedes)
        let width = (settings.families.count + ShapeReader.signals.count) * counts.taxonomy.count
        texts = Array(ordered.prefix(min(limit, max(Self.fewest, Self.greatestSize / width))))
        for fold in Set(texts.map(\.fold)).sorted() {
            let left = fold < 0 ? [] : ordered.filter { $0.fold == fold }
            scorers[fold] = LeftOutScorer(
                CountsWithout(counts, minimumFrequency: settings.minimumFrequency, without: left),
                settings: settings, isAmong: fold < 0)
        }
        if settings.families.contains(.shape) { shapes = readShapes() }
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
            let weight = Double(text.mass)
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
