import IlkModels

/// Nested cross-validation: the search repeated without one part of the texts, which evaluates its result.
struct NestedCrossValidation {
    private let trial: NestedFold
    private let run: BayesSearchRun
    private let weighings: BayesSearchRun.Weighings

    /// With fewer texts, the best weighting of each group is searched again without the part. With more
    /// texts, the choice among seven weightings is so stable that the part has no influence on it.
    private static let fewTexts = 500

    /// Runs the search on the other texts. `found` has the best weightings on all texts.
    init(
        _ trial: NestedFold, _ settings: BayesSettings, _ search: BayesSearch,
        _ found: BayesSearchRun.Weighings, check: () throws -> Void
    ) rethrows {
        self.trial = trial
        run = trial.run(settings, search)
        weighings =
            trial.count < Self.fewTexts
            ? try run.weighed(check).compactMapValues(\.first) : try run.scored(found, check)
    }

    /// Returns the figures on the part for some feature groups, weighted as was best on the other texts.
    func figures(of asked: BayesSettings, check: () throws -> Void) rethrows -> NestedFold.Figures {
        var tried = asked
        tried.weighings = asked.families.map { weighings[$0]?.weighing ?? GroupWeighting() }
        let scales = try run.fit(tried, weighings, judged: false, check).scales
        return try trial.figures(tried, scales, check: check)
    }
}
