import IlkModels

/// The search as it goes without a part of the texts, which is then judged by what was found.
struct BayesRehearsal {
    private let trial: BayesTrial
    private let run: BayesSearchRun
    private let weighings: BayesSearchRun.Weighings

    /// With fewer texts than this each rehearsal finds out anew how families are weighed best. Of more texts one in seven
    /// ways is chosen so surely that the part that is judged has no say in it.
    private static let fewTexts = 500

    /// Finds out how families are weighed best by the other texts.
    ///
    /// - Parameter found: How they are weighed best by all.
    init(
        _ trial: BayesTrial, _ settings: BayesSettings, _ search: BayesSearch,
        _ found: BayesSearchRun.Weighings, check: () throws -> Void
    ) rethrows {
        self.trial = trial
        run = trial.run(settings, search)
        weighings =
            trial.count < Self.fewTexts
            ? try run.weighed(check).compactMapValues(\.first) : try run.scored(found, check)
    }

    /// What some families do on the part, weighed as was best for the other texts.
    func figures(of asked: BayesSettings, check: () throws -> Void) rethrows -> BayesTrial.Figures {
        var tried = asked
        tried.weighings = asked.families.map { weighings[$0]?.weighing ?? FamilyWeighing() }
        let scales = try run.fit(tried, weighings, judged: false, check).scales
        return try trial.figures(tried, scales, check: check)
    }
}
