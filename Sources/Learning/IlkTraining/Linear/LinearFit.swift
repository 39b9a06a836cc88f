import IlkModels
import IlkText
import IlkVocabulary

/// Fits a linear model: its cost of errors (C of an SVM), calibration and weights.
struct LinearFit {
    let rows: LinearRows
    let settings: LinearSettings
    /// The time limit, or `nil`.
    var budget: TimeBudget?

    /// The share of the remaining time for cross-validation. The fit to all texts takes the rest.
    private static let crossValidationShare = 5.0 / 6

    /// A fitted model. Its weights apply to counts divided by the square root of the number of features.
    struct Solution {
        var choice: LinearChoice
        /// The thresholds of a multi-label model, or `nil` for other models.
        var multilabel: MultilabelChoice?
        /// The weights by feature and category, in natural log-odds.
        var weights: [Float]
        var constants: [Double]
        /// The weight of each feature group.
        var groupWeights: [Double]
        /// The parts of the fit that the time limit ended.
        var unfinished: [TimeLimitMark.Part] = []
    }

    static let fewestToLeaveOut = 20
    /// The number of texts above which the fits of cross-validation have a greater ``LinearSolver/tolerance``,
    /// and that tolerance. With so many texts, more exact fits choose the same cost.
    private static let (manyTexts, toleranceOfManyTexts) = (2_000, Float(0.25))
    /// The cost and the inverse temperature that are used without cross-validation.
    static let usualCost = 0.2
    static let usualSharpness = 3.0
    /// The constant (intercept) of a category without training texts, far below any other score.
    static let absentConstant = -10.0

    /// Cross-validates, and fits to all texts.
    func solve(check: () throws -> Void) throws -> Solution {
        switch rows.categories {
        case ...2: try solve(SIMD2<Float>.self, check)
        case ...4: try solve(SIMD4<Float>.self, check)
        default: try solve(SIMD8<Float>.self, check)
        }
    }

    /// The result of cross-validation: the choice of cost, the held-out scores with that cost, and their
    /// rows. `isComplete` is `false` if the time limit ended the cross-validation.
    typealias Chosen = (choice: LinearChoice, fit: TemperatureFit, order: [Int], isComplete: Bool)

    func choose(check: () throws -> Void) throws -> Chosen {
        precondition(!rows.isMultilabel, "one label a text")
        return switch rows.categories {
        case ...2: try choose(SIMD2<Float>.self, check)
        case ...4: try choose(SIMD4<Float>.self, check)
        default: try choose(SIMD8<Float>.self, check)
        }
    }

    private func solve<Lanes: SIMD>(
        _: Lanes.Type, _ check: () throws -> Void
    ) throws -> Solution where Lanes.Scalar == Float {
        if rows.isMultilabel { return try solveMultilabel(Lanes.self, check) }
        let chosen = try choose(Lanes.self, check)
        let curve = LabelCurve(slope: chosen.choice.sharpness, offset: 0)
        return try solution(
            chosen.choice, [LabelCurve](repeating: curve, count: rows.categories),
            isChosen: chosen.isComplete, Lanes.self, check)
    }

    /// Fits to all texts at the chosen cost.
    ///
    /// - Parameters:
    ///   - curves: The curves from the scores of each category to natural log-odds.
    ///   - isChosen: `false` if the time limit ended the cross-validation.
    func solution<Lanes: SIMD>(
        _ choice: LinearChoice, _ curves: [LabelCurve], isChosen: Bool, _: Lanes.Type,
        _ check: () throws -> Void
    ) throws -> Solution where Lanes.Scalar == Float {
        try check()
        let problem = LinearProblem<Lanes>(
            rows, learned: Array(0..<rows.count), smoothing: settings.smoothing)
        var solver = LinearSolver(problem)
        let isFitted = try solver.solve(cost: choice.cost, mayStop: true, check: check)
        var weights: [Float] = []
        weights.reserveCapacity(rows.hashes.count * rows.categories)
        let slopes = curves.map { Float($0.slope) }
        for feature in rows.hashes.indices {
            for category in 0..<rows.categories {
                weights.append(solver.weight(feature, category) * slopes[category])
            }
        }
        let present = Set(rows.labels)
        return Solution(
            choice: choice, weights: weights,
            constants: (0..<rows.categories).map {
                present.contains($0)
                    ? Double(solver.constant($0)) * curves[$0].slope + curves[$0].offset : Self.absentConstant
            },
            groupWeights: problem.ratios.groupWeights.map(Double.init),
            unfinished: (isChosen ? [] : [.search]) + (isFitted ? [] : [.fit]))
    }

    private func choose<Lanes: SIMD>(
        _: Lanes.Type, _ check: () throws -> Void
    ) throws -> Chosen where Lanes.Scalar == Float {
        let none = TemperatureFit(categories: rows.categories)
        guard let folds = foldsToLeaveOut else {
            return (usualChoice(sharpness: Self.usualSharpness), none, [], true)
        }
        var fits = [TemperatureFit](repeating: none, count: settings.costs.count)
        let (tried, held) = try holdOut(folds, Lanes.self, &fits, check) { fit, row, scores in
            fit.add(scores, label: rows.labels[row], weight: rows.weights[row])
        } loss: {
            $0.solve().loss
        }
        guard !tried.isEmpty else {
            return (usualChoice(sharpness: Self.usualSharpness), none, [], false)
        }
        let candidates = tried.map { place in
            let (sharpness, loss) = fits[place].solve()
            return LinearChoice.Candidate(
                cost: settings.costs[place], accuracy: fits[place].accuracy, logLoss: loss,
                sharpness: sharpness)
        }
        let selected = tried.lowerBound + Self.best(of: candidates)
        let bend = fits[selected].solveCurve()
        let choice = LinearChoice(
            candidates: candidates, cost: settings.costs[selected], sharpness: bend.sharpness,
            bend: bend.bend)
        let order = held.flatMap { fold in (0..<rows.count).filter { rows.folds[$0] == fold } }
        return (choice, fits[selected], order, held.count == folds.count)
    }

    /// The folds of cross-validation, or `nil` if there are too few texts, folds or costs for
    /// cross-validation.
    var foldsToLeaveOut: [Int]? {
        let folds = Set(rows.folds).filter { $0 >= 0 }.sorted()
        guard rows.count >= Self.fewestToLeaveOut, folds.count > 1, !settings.costs.isEmpty else {
            return nil
        }
        return folds
    }

    /// Returns the cost and the calibration that are used without cross-validation.
    func usualChoice(sharpness: Double) -> LinearChoice {
        let cost = settings.costs.contains(Self.usualCost) ? Self.usualCost : settings.costs.first
        return LinearChoice(candidates: [], cost: cost ?? Self.usualCost, sharpness: sharpness, bend: 0)
    }

    /// Returns the index of the candidate with the smallest loss. The smaller cost wins a tie.
    static func best(of candidates: [LinearChoice.Candidate]) -> Int {
        candidates.indices.min {
            (candidates[$0].logLoss, candidates[$0].cost) < (candidates[$1].logLoss, candidates[$1].cost)
        } ?? 0
    }

    /// Returns the cost with the smallest loss, and its neighbors.
    static func neighborhood(losses: [Double]) -> Range<Int> {
        let best = losses.indices.min { (losses[$0], $0) < (losses[$1], $1) } ?? 0
        return max(0, best - 1)..<min(losses.count, best + 2)
    }

    /// Returns the cost with the smallest loss, and the better of its neighbors.
    static func pair(losses: ArraySlice<Double>) -> Range<Int> {
        func isBetter(_ left: Int, _ right: Int) -> Bool { (losses[left], left) < (losses[right], right) }
        guard let best = losses.indices.min(by: isBetter) else { return losses.indices }
        let neighbors = [best - 1, best + 1].filter(losses.indices.contains)
        guard let other = neighbors.min(by: isBetter) else { return best..<best + 1 }
        return min(best, other)..<max(best, other) + 1
    }

    /// Cross-validates: fits the model without each fold, and scores the texts of the fold. All costs are
    /// tried on the first fold, only the best of them and its neighbors on the second, and the best two on the
    /// other folds (successive halving, K. Jamieson and A. Talwalkar 2016).
    ///
    /// If the time limit is reached in the first fold, only the costs that were already fitted are kept. If
    /// it is reached in a later fold, the scores of that fold are dropped.
    ///
    /// - Parameters:
    ///   - fits: The held-out scores of each cost.
    ///   - add: Adds the scores of a row to the held-out scores of a cost.
    ///   - loss: Returns the loss of the held-out scores of a cost.
    /// - Returns: The completed folds, and the indexes of the costs with scores for all of these folds.
    func holdOut<Lanes: SIMD, Scores>(
        _ folds: [Int], _: Lanes.Type, _ fits: inout [Scores], _ check: () throws -> Void,
        add: (inout Scores, Int, [Float]) -> Void, loss: (Scores) -> Double
    ) throws -> (costs: Range<Int>, folds: [Int]) where Lanes.Scalar == Float {
        let budget = budget?.part(Self.crossValidationShare)
        var tried = settings.costs.indices
        for (place, fold) in folds.enumerated() {
            // Without a budget no fold is interrupted.
            let before = budget == nil ? [] : fits
            var fitted = 0
            do {
                try holdOut(fold, tried, Lanes.self) {
                    try budget?.check()
                    try check()
                } accept: { cost, row, scores in
                    add(&fits[cost], row, scores)
                    fitted = cost + 1
                }
            } catch is TimeLimitReached {
                guard place == 0 else {
                    fits = before
                    return (tried, Array(folds[..<place]))
                }
                return (0..<fitted, [fold])
            }
            if place == 0 { tried = Self.neighborhood(losses: fits.map(loss)) }
            if place == 1 { tried = Self.pair(losses: fits.map(loss)[tried]) }
        }
        return (tried, folds)
    }

    /// Fits the model without a fold. Calls `accept` for each cost and text of the fold, with the index of
    /// the cost, the row of the text and its scores.
    private func holdOut<Lanes: SIMD>(
        _ fold: Int, _ tried: Range<Int>, _: Lanes.Type, _ check: () throws -> Void,
        accept: (Int, Int, [Float]) -> Void
    ) throws where Lanes.Scalar == Float {
        try check()
        let learned = (0..<rows.count).filter { rows.folds[$0] != fold }
        let present = Set(learned.flatMap { rows.labels(of: $0) })
        var solver = LinearSolver(
            LinearProblem<Lanes>(rows, learned: learned, smoothing: settings.smoothing))
        if rows.count > Self.manyTexts { solver.tolerance = Self.toleranceOfManyTexts }
        for place in tried {
            try solver.solve(cost: settings.costs[place], check: check)
            for row in 0..<rows.count where rows.folds[row] == fold {
                var scores = solver.scores(of: row)
                for category in scores.indices where !present.contains(category) {
                    scores[category] = Float(Self.absentConstant / Self.usualSharpness)
                }
                accept(place, row, scores)
            }
        }
    }
}
