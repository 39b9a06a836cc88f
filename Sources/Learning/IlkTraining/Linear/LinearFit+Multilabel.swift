import IlkModels

/// The fit of a multi-label model. Each label has its curve and threshold. All labels have the same cost.
extension LinearFit {
    func solveMultilabel<Lanes: SIMD>(
        _: Lanes.Type, _ check: () throws -> Void
    ) rethrows -> Solution where Lanes.Scalar == Float {
        let (choice, curves, thresholds) = try chooseMultilabel(Lanes.self, check)
        var solution = try solution(choice, curves, Lanes.self, check)
        solution.multilabel = MultilabelChoice(texts: rows.count, thresholds: thresholds)
        return solution
    }

    private typealias ChosenLabels = (choice: LinearChoice, curves: [LabelCurve], thresholds: [Double])

    private func chooseMultilabel<Lanes: SIMD>(
        _: Lanes.Type, _ check: () throws -> Void
    ) rethrows -> ChosenLabels where Lanes.Scalar == Float {
        guard let folds = foldsToLeaveOut else {
            let curve = LabelCurve(slope: Self.usualSharpness, offset: 0)
            return (
                usualChoice(sharpness: 1), [LabelCurve](repeating: curve, count: rows.categories),
                [Double](repeating: 0.5, count: rows.categories)
            )
        }
        // The first fold decides which costs are tried in the other folds.
        var tried = settings.costs.indices
        var fits = settings.costs.map { _ in LabelFits(categories: rows.categories) }
        for fold in folds {
            try holdOut(fold, tried, Lanes.self, check) { place, row, scores in fits[place].add(row, scores) }
            if fold == folds.first { tried = Self.neighborhood(losses: fits.map { $0.solve(rows).logLoss }) }
        }
        let solutions = tried.map { fits[$0].solve(rows) }
        let candidates = zip(tried, solutions).map {
            LinearChoice.Candidate(
                cost: settings.costs[$0], accuracy: $1.exactShare, logLoss: $1.logLoss, sharpness: 1)
        }
        let best = Self.best(of: candidates)
        let choice = LinearChoice(
            candidates: candidates, cost: candidates[best].cost, sharpness: 1, bend: 0)
        let curves = solutions[best].curves
        return (choice, curves, fits[tried.lowerBound + best].thresholds(curves, rows))
    }
}
