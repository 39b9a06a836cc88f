public import IlkRules

/// The total cost of a classifier's predictions and abstentions for each threshold.
public struct CostSweep: Sendable, Hashable, Encodable {
    /// The outcomes for one threshold.
    public struct Point: Sendable, Hashable, Encodable {
        /// The minimum probability of a prediction. `nil` means that the classifier abstains on all texts.
        public var threshold: Double?
        /// The total cost of all texts at the threshold.
        public var cost = 0.0
        /// The number of wrong predictions.
        public var errors = 0
        /// The number of abstentions at the threshold.
        public var abstentions = 0
    }

    /// The number of texts.
    public let texts: Int
    /// The outcomes for the threshold with the lowest cost. If several thresholds have this cost, the lowest
    /// of them counts.
    public let cheapest: Point
    /// The outcomes for the thresholds that the evaluation used. ``Point/threshold`` is `nil` here, because
    /// labels can have separate thresholds.
    public let current: Point
    /// The outcomes for ``thresholds`` and for abstaining on all texts.
    public let points: [Point]

    /// The thresholds of ``points``.
    public static let thresholds = [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99]

    /// The cost of predicting one text, and of abstaining instead.
    struct Row {
        var probability: Double
        var isRight: Bool
        var cost: Double
        var costOfAbstaining: Double
        /// `true` if some threshold accepts the prediction.
        var isAcceptable: Bool
        /// `true` if the evaluation's thresholds accept the prediction.
        var isPrediction: Bool
    }

    init(_ rows: [Row]) {
        texts = rows.count
        current = Self.point(rows) { $0.isPrediction }
        let steps = Self.thresholds.map { threshold in
            var point = Self.point(rows) { $0.isAcceptable && $0.probability >= threshold }
            point.threshold = threshold
            return point
        }
        points = steps + [Self.point(rows) { _ in false }]
        cheapest = Self.cheapest(rows)
    }

    private static func point(_ rows: [Row], isAccepted: (Row) -> Bool) -> Point {
        rows.reduce(into: Point()) { point, row in
            if isAccepted(row) {
                point.cost += row.cost
                point.errors += row.isRight ? 0 : 1
            } else {
                point.cost += row.costOfAbstaining
                point.abstentions += 1
            }
        }
    }

    /// Returns the outcomes for the cheapest threshold. The search starts with a threshold above all
    /// probabilities, and then lowers it to each probability in descending order.
    private static func cheapest(_ rows: [Row]) -> Point {
        var point = point(rows) { _ in false }
        var best = point
        let order = rows.filter(\.isAcceptable).sorted { $0.probability > $1.probability }
        for (index, row) in order.enumerated() {
            point.cost += row.cost - row.costOfAbstaining
            point.errors += row.isRight ? 0 : 1
            point.abstentions -= 1
            point.threshold = row.probability
            // A threshold accepts all predictions of equal probability.
            if index + 1 < order.count, order[index + 1].probability == row.probability { continue }
            // The sums are rounded, so nearly equal costs are equal.
            if point.cost <= best.cost + 1e-9 * max(1, best.cost) { best = point }
        }
        return best
    }
}

extension Evaluation {
    /// Returns the cost for each threshold. The texts must have one label each.
    ///
    /// - Parameter costs: The costs, with the labels of the evaluation.
    /// - Complexity: O(*n* log *n*) in the number of texts.
    public func sweep(_ costs: PredictionCosts) -> CostSweep {
        CostSweep(
            outcomes.map { outcome in
                CostSweep.Row(
                    probability: outcome.probability, isRight: outcome.isRight,
                    cost: costs.cost(ofPredicting: outcome.predicted, for: outcome.actual),
                    costOfAbstaining: costs.costOfAbstaining(for: outcome.actual),
                    isAcceptable: outcome.isAcceptable, isPrediction: outcome.isPrediction)
            })
    }
}
