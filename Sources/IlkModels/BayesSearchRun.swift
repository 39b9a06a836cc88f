import IlkVocabulary

/// One search over settings.
struct BayesSearchRun {
    private let settings: BayesSettings
    private let search: BayesSearch
    private var scores: LeftOutScores

    init(counts: FeatureCounts, texts: [CountedText], settings: BayesSettings, search: BayesSearch) {
        var counted = settings
        counted.families = search.families
        self.settings = settings
        self.search = search
        scores = LeftOutScores(counts: counts, texts: texts, settings: counted, limit: search.texts)
    }

    private struct Weighed {
        var weighing: FamilyWeighing
        var scores: [[Float]]
        var candidate: BayesChoice.Candidate
    }

    /// The settings of the smallest loss, and what all did.
    func result() -> (BayesSettings, BayesChoice) {
        var run = self
        var best: [FeatureFamily: Weighed] = [:]
        var report = BayesChoice(
            candidates: [], weighings: [], texts: scores.count, leftOutSources: scores.leavesOutParts)
        for family in search.families where family != .shape {
            let tried = run.weighed(family)
            best[family] = tried.first
            report.weighings += tried.prefix(2).map(\.candidate)
        }
        var taken = settings
        var least = Double.infinity
        for families in search.familySets {
            let parts = families.compactMap { family in best[family].map { (family, $0.scores) } }
            let solution = scores.fit(parts, withShape: families.contains(.shape))
            let weighings = families.map { best[$0]?.weighing ?? FamilyWeighing() }
            report.candidates.append(
                candidate(Self.name(families, weighings), solution))
            guard solution.logLoss < least * (1 - BayesSearch.margin) else { continue }
            least = solution.logLoss
            taken.families = families
            taken.weighings = weighings
        }
        let name = Self.name(taken.families, taken.weighings)
        report.candidates.sort { left, right in
            (left.name == name ? 0 : 1, left.logLoss, left.name)
                < (right.name == name ? 0 : 1, right.logLoss, right.name)
        }
        return (taken, report)
    }

    /// One family weighed in all ways, the smallest loss first.
    private mutating func weighed(_ family: FeatureFamily) -> [Weighed] {
        let tried = search.weighings.map { weighing in
            let found = scores.scores(of: family, weighing)
            let solution = scores.fit([(family, found)], withShape: false)
            return Weighed(
                weighing: weighing, scores: found,
                candidate: candidate(Self.name([family], [weighing]), solution))
        }
        return tried.enumerated().sorted {
            ($0.element.candidate.logLoss, $0.offset) < ($1.element.candidate.logLoss, $1.offset)
        }.map(\.element)
    }

    private func candidate(_ name: String, _ solution: ScaleFit.Solution) -> BayesChoice.Candidate {
        BayesChoice.Candidate(name: name, accuracy: solution.accuracy, logLoss: solution.logLoss)
    }

    private static func name(_ families: [FeatureFamily], _ weighings: [FamilyWeighing]) -> String {
        zip(families, weighings).map { family, weighing in
            guard family != .shape else { return family.name }
            let number = weighing.smoothing
            let smoothing =
                number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
            return "\(family.name) \(weighing.variant.rawValue) \(smoothing)"
        }.joined(separator: ", ")
    }
}
