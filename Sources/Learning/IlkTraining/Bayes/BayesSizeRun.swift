import IlkModels
import IlkVocabulary

/// Looks for the best model of a limited size: each set of families is cut to the size, the features that say least for
/// their bytes first, and scales are fitted to what stays; the smallest loss on texts left out is best.
struct BayesSizeRun {
    let trainer: BayesTrainer
    let mostBytes: Int
    /// Whether the counts are in the file, too.
    let includesCounts: Bool
    let search: BayesSearch?

    /// A model that has room.
    struct Found {
        var settings: BayesSettings
        /// The features it is made of.
        var selection: FeatureSelection
        /// What was compared; nil where there was nothing to compare by, or nothing to choose.
        var choice: BayesChoice?
    }

    private struct Cut {
        var found: Found
        /// How many features there were to choose from.
        var all: Int
    }

    /// The best model that has room; nil where none was found: what is as small as can be is left to who builds.
    ///
    /// - Parameter check: Called now and then. What it throws ends the search.
    func result(texts: [CountedText], check: () throws -> Void) throws -> Found? {
        var cuts: [Cut] = []
        for settings in tried() {
            try check()
            if let cut = try cut(settings, check) { cuts.append(cut) }
        }
        guard let first = cuts.first else { return nil }
        let isComparable =
            search != nil && texts.count >= BayesSearch.fewestTexts
            && trainer.counts.taxonomy.count <= BayesSearch.mostCategories
        guard isComparable else { return first.found }
        return try best(of: cuts, texts, check)
    }

    private func best(of cuts: [Cut], _ texts: [CountedText], _ check: () throws -> Void) throws -> Found {
        var best = cuts[0].found
        var least = Double.infinity
        var taken = ""
        var choice = BayesChoice(
            candidates: [], weighings: trainer.choice?.weighings ?? [], texts: 0, leftOutSources: false)
        let trials = BayesTrial.trials(trainer.counts, texts)
        for cut in cuts {
            let (logLoss, accuracy) = try figures(of: cut, texts, trials, &choice, check)
            let name =
                BayesSearchRun.name(cut.found.settings.families, cut.found.settings.weighings)
                + ", \(cut.found.selection.rows.count) of \(cut.all) features"
            choice.candidates.append(.init(name: name, accuracy: accuracy, logLoss: logLoss))
            guard BayesSearch.isBetter(logLoss, than: least) else { continue }
            (least, taken, best) = (logLoss, name, cut.found)
        }
        choice.sort(taking: taken)
        best.choice = choice
        return best
    }

    /// What a cut model does on texts left out: the features that it is made of are chosen without these, too.
    private func figures(
        of cut: Cut, _ texts: [CountedText], _ trials: [BayesTrial], _ choice: inout BayesChoice,
        _ check: () throws -> Void
    ) throws -> (logLoss: Double, accuracy: Double) {
        let (settings, features) = (cut.found.settings, cut.found.selection.cut)
        guard trials.isEmpty else {
            var sum = BayesTrial.Figures()
            for trial in trials {
                let scales = try trial.scales(settings, cut: features, check: check)
                sum.add(try trial.figures(settings, scales, cut: features, check: check))
            }
            (choice.texts, choice.parts) = (texts.count, trials.count)
            return (sum.meanLoss, sum.accuracy)
        }
        let scores = LeftOutScores(
            counts: trainer.counts, texts: texts, settings: settings, limit: search?.texts ?? .max,
            size: BayesSearch.greatestSize, cut: features)
        (choice.texts, choice.parts) = (scores.count, scores.dealtParts)
        choice.leftOutSources = scores.leavesOutSources
        let solution = try scores.solve(settings, judged: true, check: check)
        return (solution.logLoss, solution.accuracy)
    }

    /// What was best without a limit, then the sets of the search, each family weighed as was best for it.
    private func tried() -> [BayesSettings] {
        var sets = [trainer.settings.families]
        for families in search?.familySets ?? [] where !sets.contains(families) { sets.append(families) }
        return sets.map { families in
            var settings = trainer.settings
            settings.minimumFrequency = trainer.askedMinimum
            settings.families = families
            settings.weighings = families.map { trainer.weighing(of: $0) }
            return settings
        }
    }

    /// The features of settings that have room; nil where there is not even room for none.
    private func cut(_ settings: BayesSettings, _ check: () throws -> Void) throws -> Cut? {
        let ranking = FeatureRanking(trainer.counts, settings, includesCounts: includesCounts)
        let base = try trainer.size(of: [], settings, includesCounts: includesCounts)
        guard base < mostBytes else { return nil }
        let free = mostBytes - base
        var count = ranking.count(within: free)
        // What a feature takes is known about: it is measured, and reckoned anew.
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
