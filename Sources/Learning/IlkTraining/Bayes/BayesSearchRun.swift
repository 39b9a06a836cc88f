import IlkModels
import IlkVocabulary

struct BayesSearchRun {
    private let counts: FeatureCounts
    private let texts: [CountedText]
    private let settings: BayesSettings
    private let search: BayesSearch
    private var scores: LeaveOneOutScores

    init(counts: FeatureCounts, texts: [CountedText], settings: BayesSettings, search: BayesSearch) {
        self.counts = counts
        self.texts = texts
        self.settings = settings
        self.search = search
        scores = Self.scores(counts, texts, settings, search)
    }

    private static func scores(
        _ counts: FeatureCounts, _ texts: [CountedText], _ settings: BayesSettings, _ search: BayesSearch
    ) -> LeaveOneOutScores {
        var counted = settings
        counted.featureGroups = search.featureGroups
        return LeaveOneOutScores(
            counts: counts, texts: texts, settings: counted, limit: search.texts,
            size: BayesSearch.greatestSize)
    }

    struct WeightingResult {
        var weighing: GroupWeighting
        var scores: ScoreTable
        var candidate: BayesChoice.Candidate

        /// The log loss by which weightings are ordered, with a penalty for occurrence counts.
        fileprivate var rank: Double {
            weighing.unit == .texts ? candidate.logLoss : candidate.logLoss / (1 - BayesSearch.margin)
        }
    }

    /// The best weighting of each feature group.
    typealias Weighings = [FeatureGroup: WeightingResult]

    private struct Best {
        var settings: BayesSettings
        var name = ""
        var logLoss = Double.infinity

        mutating func replaceIfBetter(_ other: BayesSettings, _ candidate: BayesChoice.Candidate) {
            guard BayesSearch.isBetter(candidate.logLoss, than: logLoss) else { return }
            (settings, name, logLoss) = (other, candidate.name, candidate.logLoss)
        }
    }

    struct Found {
        var settings: BayesSettings
        var choice: BayesChoice
        /// The best weighting of each feature group alone.
        var weighings: [FeatureGroup: GroupWeighting]
        /// The scores with these weightings, or `nil` after nested cross-validation.
        var scores: KnownScores?
        /// `false` if the time limit was reached before all candidates were compared.
        var isComplete = true
    }

    /// Returns the settings with the smallest loss, and a report of all candidates.
    ///
    /// If `check` throws ``TimeLimitReached`` after a candidate was measured, the search ends with the
    /// measured candidates.
    mutating func result(check: () throws -> Void) rethrows -> Found {
        var report = BayesChoice(
            candidates: [], weighings: [], texts: scores.count, leaveOneSourceOut: scores.leavesOutSources,
            parts: scores.dealtParts)
        let all = try weighed(check)
        for group in search.featureGroups {
            report.weighings += (all[group] ?? []).prefix(2).map(\.candidate)
        }
        var weighings = all.compactMapValues(\.first)
        let rehearsals = try NestedFold.trials(counts, texts).map { trial in
            try NestedCrossValidation(trial, settings, search, weighings, check: check)
        }
        if rehearsals.isEmpty {
            weighings = try scored(weighings, extending: true, check)
            weighings[.style] = try style(check)
        } else {
            report.parts = rehearsals.count
        }
        var best = Best(settings: settings)
        var isComplete = true
        do {
            try compare(weighings, into: &best, &report) { tried in
                try figures(of: tried, weighings, rehearsals, check)
            }
        } catch let limit as TimeLimitReached {
            guard !report.candidates.isEmpty else { throw limit }
            isComplete = false
        }
        report.sort(taking: best.name)
        return Found(
            settings: best.settings, choice: report, weighings: weighings.mapValues(\.weighing),
            scores: rehearsals.isEmpty
                ? KnownScores(
                    tables: weighings.mapValues { ($0.weighing, $0.scores) },
                    minimumFrequency: settings.minimumFrequency, places: scores.places)
                : nil,
            isComplete: isComplete)
    }

    /// Compares the sets of feature groups, each group with its best weighting, and then the minimum numbers
    /// of texts for the best set.
    private func compare(
        _ weighings: Weighings, into best: inout Best, _ report: inout BayesChoice,
        _ measure: (BayesSettings) throws -> (logLoss: Double, accuracy: Double)
    ) rethrows {
        func compare(_ tried: BayesSettings, _ more: String = "") throws {
            let (loss, accuracy) = try measure(tried)
            let name = Self.name(tried.featureGroups, tried.weighings) + more
            report.candidates.append(.init(name: name, accuracy: accuracy, logLoss: loss))
            best.replaceIfBetter(tried, report.candidates[report.candidates.count - 1])
        }
        for featureGroups in search.groupSets {
            var tried = settings
            tried.featureGroups = featureGroups
            tried.weighings = featureGroups.map { weighings[$0]?.weighing ?? GroupWeighting() }
            try compare(tried)
        }
        for selection in search.minimumFrequencies where selection > best.settings.minimumFrequency {
            var tried = best.settings
            tried.minimumFrequency = selection
            try compare(tried, ", features of \(selection) texts")
        }
    }

    /// Returns the figures of settings on held-out texts. With few texts, the figures come from nested
    /// cross-validation. With more texts, they come from cross-fitted group weights.
    private func figures(
        of tried: BayesSettings, _ weighings: Weighings, _ rehearsals: [NestedCrossValidation],
        _ check: () throws -> Void
    ) rethrows -> (logLoss: Double, accuracy: Double) {
        guard rehearsals.isEmpty else {
            var sum = NestedFold.Figures()
            for rehearsal in rehearsals { sum.add(try rehearsal.figures(of: tried, check: check)) }
            return (sum.meanLoss, sum.accuracy)
        }
        var (run, weighings) = (self, weighings)
        if tried.minimumFrequency != settings.minimumFrequency {
            run.scores = Self.scores(counts, texts, tried, search)
            weighings = try run.scored(weighings, check)
        }
        let solution = try run.scores.fit(parts(tried, weighings), withStyle: false, check: check)
        return (solution.logLoss, solution.accuracy)
    }

    /// Returns the scores of all style features together, as one group. A text is scored with weights that
    /// were fitted to other texts (stacked generalization, D. H. Wolpert 1992).
    ///
    /// Fitting the weights of all style features again for each set of groups would take most of the time.
    private func style(_ check: () throws -> Void) rethrows -> WeightingResult? {
        guard search.featureGroups.contains(.style) else { return nil }
        let solution = try scores.fit([], withStyle: true, check: check)
        return WeightingResult(
            weighing: GroupWeighting(), scores: ScoreTable(solution.heldOutScores),
            candidate: .init(
                name: FeatureGroup.style.name, accuracy: solution.accuracy, logLoss: solution.logLoss))
    }

    private func parts(
        _ tried: BayesSettings, _ weighings: Weighings
    ) -> [(group: FeatureGroup, scores: ScoreTable)] {
        tried.featureGroups.compactMap { group in weighings[group].map { (group, $0.scores) } }
    }

    /// Fits the group weights of settings with the best weightings.
    func weights(
        _ tried: BayesSettings, _ weighings: Weighings, _ check: () throws -> Void
    ) rethrows -> GroupWeights {
        guard tried.minimumFrequency == settings.minimumFrequency else {
            var scores = Self.scores(counts, texts, tried, search)
            return try scores.solve(tried, check: check).groupWeights
        }
        return try scores.fit(
            parts(tried, weighings), withStyle: tried.featureGroups.contains(.style), judged: false,
            check: check
        ).groupWeights
    }

    /// Returns all weightings of each feature group, the smallest loss first.
    mutating func weighed(_ check: () throws -> Void) rethrows -> [FeatureGroup: [WeightingResult]] {
        var all: [FeatureGroup: [WeightingResult]] = [:]
        for group in search.featureGroups where group != .style { all[group] = try weighed(group, check) }
        return all
    }

    /// Scores each feature group with the best weighting of another run, or with that of this run, whose scores
    /// of the first texts are then extended.
    mutating func scored(
        _ weighings: Weighings, extending isExtended: Bool = false, _ check: () throws -> Void
    ) rethrows -> Weighings {
        var scored = weighings
        for group in search.featureGroups where group != .style {
            guard let found = weighings[group] else { continue }
            scored[group]?.scores = try scores.scores(
                of: group, [found.weighing], after: isExtended ? [found.scores] : nil, check: check)[0]
        }
        return scored
    }

    /// Returns all weightings of one feature group, the smallest loss first.
    private mutating func weighed(
        _ group: FeatureGroup, _ check: () throws -> Void
    ) rethrows -> [WeightingResult] {
        var tried = try weighed(group, search.weightings, check)
        let byOccurrences = search.byOccurrences.compactMap { variant in
            var best = tried.filter { $0.weighing.variant == variant && $0.weighing.unit == .texts }.min {
                $0.candidate.logLoss < $1.candidate.logLoss
            }?.weighing
            best?.unit = .occurrences
            return best
        }
        tried += try weighed(group, byOccurrences, check)
        return tried.enumerated().sorted {
            ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
        }.map(\.element)
    }

    /// The maximum number of texts that are scored to choose the weighting of a feature group.
    private static let textsOfWeightings = 2_000

    private mutating func weighed(
        _ group: FeatureGroup, _ weighings: [GroupWeighting], _ check: () throws -> Void
    ) rethrows -> [WeightingResult] {
        try CountUnit.allCases.flatMap { unit in
            let weighings = weighings.filter { $0.unit == unit }
            guard !weighings.isEmpty else { return [WeightingResult]() }
            let found = try scores.scores(of: group, weighings, most: Self.textsOfWeightings, check: check)
            return try zip(weighings, found).map { weighing, found in
                let solution = try scores.fit([(group, found)], withStyle: false, check: check)
                return WeightingResult(
                    weighing: weighing, scores: found,
                    candidate: .init(
                        name: Self.name([group], [weighing]), accuracy: solution.accuracy,
                        logLoss: solution.logLoss))
            }
        }
    }

    /// Frees the copies of the counts. No group can be scored afterward.
    mutating func dropCounts() { scores.dropCounts() }

    static func name(_ featureGroups: [FeatureGroup], _ weighings: [GroupWeighting]) -> String {
        zip(featureGroups, weighings).map { group, weighing in
            guard group != .style else { return group.name }
            let number = weighing.smoothing
            let smoothing =
                number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
            let unit = weighing.unit == .occurrences ? " by occurrences" : ""
            return "\(group.name) \(weighing.variant.rawValue) \(smoothing)\(unit)"
        }.joined(separator: ", ")
    }
}
