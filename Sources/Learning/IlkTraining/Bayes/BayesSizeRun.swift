import IlkModels
import IlkVocabulary

/// Searches for the best model within a size limit.
///
/// From each set of feature groups, features are dropped until the model fits, the least useful features per
/// byte first. Group weights are fitted to the remaining features. The criterion is the held-out log loss.
struct BayesSizeRun {
    let trainer: BayesTrainer
    let mostBytes: Int
    let includesCounts: Bool
    let search: BayesSearch?

    struct Found {
        var settings: BayesSettings
        var selection: FeatureSelection
        /// The comparison, or `nil` if there are too few texts or only one candidate.
        var choice: BayesChoice?
    }

    private struct Cut {
        var found: Found
        /// The number of features before features were dropped.
        var all: Int
    }

    /// Returns the best model within the limit. `found` is `nil` if no candidate fits.
    ///
    /// If `check` throws ``TimeLimitReached``, the best model so far is returned, and `isComplete` is `false`.
    func result(
        texts: [CountedText], check: () throws -> Void
    ) throws -> (found: Found?, isComplete: Bool) {
        var cuts: [Cut] = []
        do {
            for settings in tried() {
                try check()
                if let cut = try cut(settings, check) { cuts.append(cut) }
            }
        } catch is TimeLimitReached {
            return (cuts.first?.found, false)
        }
        guard let first = cuts.first else { return (nil, true) }
        let isComparable =
            search != nil && texts.count >= BayesSearch.fewestTexts
            && trainer.counts.taxonomy.count <= BayesSearch.maximumCategories
        guard isComparable else { return (first.found, true) }
        return try best(of: cuts, texts, check)
    }

    private func best(
        of cuts: [Cut], _ texts: [CountedText], _ check: () throws -> Void
    ) throws -> (found: Found?, isComplete: Bool) {
        var best = cuts[0].found
        var least = Double.infinity
        var taken = ""
        var choice = BayesChoice(
            candidates: [], weighings: trainer.choice?.weighings ?? [], texts: 0, leaveOneSourceOut: false)
        let trials = NestedFold.trials(trainer.counts, texts)
        var isComplete = true
        do {
            for cut in cuts {
                let (logLoss, accuracy) = try figures(of: cut, texts, trials, &choice, check)
                let name =
                    BayesSearchRun.name(cut.found.settings.featureGroups, cut.found.settings.weighings)
                    + ", \(cut.found.selection.rows.count) of \(cut.all) features"
                choice.candidates.append(.init(name: name, accuracy: accuracy, logLoss: logLoss))
                guard BayesSearch.isBetter(logLoss, than: least) else { continue }
                (least, taken, best) = (logLoss, name, cut.found)
            }
        } catch is TimeLimitReached {
            isComplete = false
        }
        choice.sort(taking: taken)
        if !choice.candidates.isEmpty { best.choice = choice }
        return (best, isComplete)
    }

    /// Returns the held-out figures of a model with dropped features. The features are selected without the
    /// held-out texts.
    private func figures(
        of cut: Cut, _ texts: [CountedText], _ trials: [NestedFold], _ choice: inout BayesChoice,
        _ check: () throws -> Void
    ) throws -> (logLoss: Double, accuracy: Double) {
        let (settings, features) = (cut.found.settings, cut.found.selection.cut)
        guard trials.isEmpty else {
            var sum = NestedFold.Figures()
            for trial in trials {
                let groupWeights = try trial.groupWeights(settings, cut: features, check: check)
                let heldOut = try trial.heldOut(settings, cut: features, check: check)
                sum.add(trial.figures(heldOut, settings, groupWeights))
            }
            (choice.texts, choice.parts) = (texts.count, trials.count)
            return (sum.meanLoss, sum.accuracy)
        }
        var scores = LeaveOneOutScores(
            counts: trainer.counts, texts: texts, settings: settings, limit: search?.texts ?? .max,
            size: BayesSearch.greatestSize, cut: features)
        (choice.texts, choice.parts) = (scores.count, scores.dealtParts)
        choice.leaveOneSourceOut = scores.leavesOutSources
        let solution = try scores.solve(settings, judged: true, check: check)
        return (solution.logLoss, solution.accuracy)
    }

    /// Returns the candidates: the best settings without a limit, then the sets of the search with the best
    /// weighting of each group.
    private func tried() -> [BayesSettings] {
        var sets = [trainer.settings.featureGroups]
        for featureGroups in search?.groupSets ?? [] where !sets.contains(featureGroups) {
            sets.append(featureGroups)
        }
        return sets.map { featureGroups in
            var settings = trainer.settings
            settings.minimumFrequency = trainer.initialMinimumFrequency
            settings.featureGroups = featureGroups
            settings.weighings = featureGroups.map { trainer.weighing(of: $0) }
            return settings
        }
    }

    /// Selects the features that fit the limit. Returns `nil` if no feature fits.
    private func cut(_ settings: BayesSettings, _ check: () throws -> Void) throws -> Cut? {
        let ranking = FeatureRanking(trainer.counts, settings, includesCounts: includesCounts)
        let base = try trainer.size(of: [], settings, includesCounts: includesCounts)
        guard base < mostBytes else { return nil }
        let free = mostBytes - base
        var count = ranking.count(within: free)
        // The size per feature is an estimate, which is corrected with the measured size.
        for _ in 0..<4 where count > 0 {
            try check()
            let rows = Array(ranking.rows.prefix(count))
            let taken = try trainer.size(of: rows, settings, includesCounts: includesCounts) - base
            if taken <= free, taken > free * 49 / 50 || count == ranking.rows.count { break }
            let ratio = Double(taken) / Double(max(1, ranking.sizes[count - 1]))
            count = ranking.count(within: Int(Double(free) * 0.99 / max(ratio, 1e-3)))
        }
        guard count > 0 else { return nil }
        let selection = FeatureSelection(
            rows: Array(ranking.rows.prefix(count)),
            cut: FeatureCut(count: count, includesCounts: includesCounts))
        return Cut(found: Found(settings: settings, selection: selection), all: ranking.rows.count)
    }
}
