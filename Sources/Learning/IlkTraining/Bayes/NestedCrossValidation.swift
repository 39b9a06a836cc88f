import IlkModels

/// Nested cross-validation: the search is repeated without one part of the texts and evaluated on that part.
struct NestedCrossValidation {
    private let trial: NestedFold
    private let run: BayesSearchRun
    private let weighings: BayesSearchRun.Weighings
    /// The scores of the held-out part with all features that were counted.
    private let heldOut: [GroupScores]
    private let minimumFrequency: Int

    /// The number of texts below which the best weighting of each group is searched again without the
    /// held-out part. With more texts, the choice among seven weightings is so stable that the part does not
    /// influence it.
    private static let fewTexts = 500

    /// Runs the search on the other texts. `found` has the best weightings on all texts.
    init(
        _ trial: NestedFold, _ settings: BayesSettings, _ search: BayesSearch,
        _ found: BayesSearchRun.Weighings, check: () throws -> Void
    ) rethrows {
        self.trial = trial
        var run = trial.run(settings, search)
        weighings =
            trial.count < Self.fewTexts
            ? try run.weighed(check).compactMapValues(\.first) : try run.scored(found, check)
        run.dropCounts()
        self.run = run
        minimumFrequency = settings.minimumFrequency
        var all = settings
        all.featureGroups = search.featureGroups
        heldOut = try trial.heldOut(Self.weighed(all, weighings), check: check)
    }

    private static func weighed(
        _ settings: BayesSettings, _ weighings: BayesSearchRun.Weighings
    ) -> BayesSettings {
        var weighed = settings
        weighed.weighings = settings.featureGroups.map { weighings[$0]?.weighing ?? GroupWeighting() }
        return weighed
    }

    /// Returns the figures of some feature groups on the held-out part, with the best weightings on the other
    /// texts.
    func figures(of asked: BayesSettings, check: () throws -> Void) rethrows -> NestedFold.Figures {
        let tried = Self.weighed(asked, weighings)
        let groupWeights = try run.weights(tried, weighings, check)
        let heldOut =
            tried.minimumFrequency == minimumFrequency ? heldOut : try trial.heldOut(tried, check: check)
        return trial.figures(heldOut, tried, groupWeights)
    }
}
