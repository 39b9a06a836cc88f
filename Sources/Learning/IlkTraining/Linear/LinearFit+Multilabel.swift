import IlkModels

/// The fit of a multi-label model. Each label has its curve and threshold. All labels have the same cost.
extension LinearFit {
    func solveMultilabel<Lanes: SIMD>(
        _: Lanes.Type, _ check: () throws -> Void
    ) throws -> Solution where Lanes.Scalar == Float {
        let chosen = try chooseMultilabel(Lanes.self, check)
        var solution = try solution(
            chosen.choice, chosen.curves, isChosen: chosen.isComplete, Lanes.self, check)
        solution.multilabel = MultilabelChoice(texts: rows.count, thresholds: chosen.thresholds)
        return solution
    }

    private typealias ChosenLabels = (
        choice: LinearChoice, curves: [LabelCurve], thresholds: [Double], isComplete: Bool
    )

    /// Returns the cost, curves and thresholds that are used without cross-validation.
    private func usualLabels(isComplete: Bool) -> ChosenLabels {
        let curve = LabelCurve(slope: Self.usualSharpness, offset: 0)
        return (
            usualChoice(sharpness: 1), [LabelCurve](repeating: curve, count: rows.categories),
            [Double](repeating: 0.5, count: rows.categories), isComplete
        )
    }

    private func chooseMultilabel<Lanes: SIMD>(
        _: Lanes.Type, _ check: () throws -> Void
    ) throws -> ChosenLabels where Lanes.Scalar == Float {
        guard let folds = foldsToLeaveOut else { return usualLabels(isComplete: true) }
        var fits = settings.costs.map { _ in LabelFits(categories: rows.categories) }
        let (tried, held) = try holdOut(folds, Lanes.self, &fits, check) { fit, row, scores in
            fit.add(row, scores)
        } loss: {
            $0.solve(rows).logLoss
        }
        guard !tried.isEmpty else { return usualLabels(isComplete: false) }
        let solutions = tried.map { fits[$0].solve(rows) }
        let candidates = zip(tried, solutions).map {
            LinearChoice.Candidate(
                cost: settings.costs[$0], accuracy: $1.exactShare, logLoss: $1.logLoss, sharpness: 1)
        }
        let best = Self.best(of: candidates)
        let choice = LinearChoice(
            candidates: candidates, cost: candidates[best].cost, sharpness: 1, bend: 0)
        let curves = solutions[best].curves
        return (
            choice, curves, fits[tried.lowerBound + best].thresholds(curves, rows),
            held.count == folds.count
        )
    }
}
