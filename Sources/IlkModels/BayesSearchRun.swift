import IlkVocabulary

/// One search over settings.
struct BayesSearchRun {
    private let counts: FeatureCounts
    private let texts: [CountedText]
    private let settings: BayesSettings
    private let search: BayesSearch
    private var scores: LeftOutScores

    init(counts: FeatureCounts, texts: [CountedText], settings: BayesSettings, search: BayesSearch) {
        self.counts = counts
        self.texts = texts
        self.settings = settings
        self.search = search
        scores = Self.scores(counts, texts, settings, search)
    }

    private static func scores(
        _ counts: FeatureCounts, _ texts: [CountedText], _ settings: BayesSettings, _ search: BayesSearch
    ) -> LeftOutScores {
        var counted = settings
        counted.families = search.families
        return LeftOutScores(
            counts: counts, texts: texts, settings: counted, limit: search.texts,
            size: BayesSearch.greatestSize)
    }

    private struct Weighed {
        var weighing: FamilyWeighing
        var scores: [[Float]]
        var candidate: BayesChoice.Candidate

        /// What the ways are put in order by.
        var rank: Double {
            weighing.unit == .texts ? candidate.logLoss : candidate.logLoss / (1 - BayesSearch.margin)
        }
    }

    /// The best so far of settings that are compared as a whole.
    private struct Best {
        var settings: BayesSettings
        var name = ""
        var logLoss = Double.infinity

        /// Takes settings that are better by the margin.
        mutating func take(_ other: BayesSettings, _ candidate: BayesChoice.Candidate) {
            guard candidate.logLoss < logLoss * (1 - BayesSearch.margin) else { return }
            (settings, name, logLoss) = (other, candidate.name, candidate.logLoss)
        }
    }

    /// What a search came to.
    struct Found {
        var settings: BayesSettings
        var choice: BayesChoice
        /// How each family was best weighed by itself.
        var weighings: [FeatureFamily: FamilyWeighing]
    }

    /// The settings of the smallest loss, and what all did.
    ///
    /// - Parameter check: Called now and then. What it throws ends the search.
    func result(check: () throws -> Void) rethrows -> Found {
        var run = self
        var weighed: [FeatureFamily: Weighed] = [:]
        var report = BayesChoice(
            candidates: [], weighings: [], texts: scores.count, leftOutSources: scores.leavesOutSources,
            parts: scores.dealtParts)
        for family in search.families where family != .shape {
            let tried = try run.weighed(family, check)
            weighed[family] = tried.first
            report.weighings += tried.prefix(2).map(\.candidate)
        }
        var best = Best(settings: settings)
        for families in search.familySets {
            let parts = families.compactMap { family in weighed[family].map { (family, $0.scores) } }
            let solution = try scores.fit(parts, withShape: families.contains(.shape), check: check)
            var tried = settings
            tried.families = families
            tried.weighings = families.map { weighed[$0]?.weighing ?? FamilyWeighing() }
            report.candidates.append(candidate(Self.name(families, tried.weighings), solution))
            best.take(tried, report.candidates[report.candidates.count - 1])
        }
        for selection in search.selections where selection > best.settings.minimumFrequency {
            var tried = best.settings
            tried.minimumFrequency = selection
            let solution = try Self.scores(counts, texts, tried, search)
                .solve(tried, judged: true, check: check)
            let name = Self.name(tried.families, tried.weighings) + ", features of \(selection) texts"
            report.candidates.append(candidate(name, solution))
            best.take(tried, report.candidates[report.candidates.count - 1])
        }
        report.candidates.sort { left, right in
            (left.name == best.name ? 0 : 1, left.logLoss, left.name)
                < (right.name == best.name ? 0 : 1, right.logLoss, right.name)
        }
        return Found(
            settings: best.settings, choice: report, weighings: weighed.mapValues(\.weighing))
    }

    /// One family weighed in all ways, the smallest loss first.
    private mutating func weighed(
        _ family: FeatureFamily, _ check: () throws -> Void
    ) rethrows -> [Weighed] {
        var tried: [Weighed] = []
        for weighing in search.weighings { tried.append(try weighed(family, weighing, check)) }
        for variant in search.byOccurrences {
            let best = tried.filter { $0.weighing.variant == variant && $0.weighing.unit == .texts }.min {
                $0.candidate.logLoss < $1.candidate.logLoss
            }
            guard var weighing = best?.weighing else { continue }
            weighing.unit = .occurrences
            tried.append(try weighed(family, weighing, check))
        }
        return tried.enumerated().sorted {
            ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
        }.map(\.element)
    }

    private mutating func weighed(
        _ family: FeatureFamily, _ weighing: FamilyWeighing, _ check: () throws -> Void
    ) rethrows -> Weighed {
        let found = try scores.scores(of: family, weighing, check: check)
        let solution = try scores.fit([(family, found)], withShape: false, check: check)
        return Weighed(
            weighing: weighing, scores: found,
            candidate: candidate(Self.name([family], [weighing]), solution))
    }

    private func candidate(_ name: String, _ solution: ScaleFit.Solution) -> BayesChoice.Candidate {
        BayesChoice.Candidate(name: name, accuracy: solution.accuracy, logLoss: solution.logLoss)
    }

    static func name(_ families: [FeatureFamily], _ weighings: [FamilyWeighing]) -> String {
        zip(families, weighings).map { family, weighing in
            guard family != .shape else { return family.name }
            let number = weighing.smoothing
            let smoothing =
                number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
            let unit = weighing.unit == .occurrences ? " by occurrences" : ""
            return "\(family.name) \(weighing.variant.rawValue) \(smoothing)\(unit)"
        }.joined(separator: ", ")
    }
}
