/// The risk-coverage curve: the error rate if only the most confident predictions are accepted.
///
/// R. El-Yaniv and Y. Wiener, "On the foundations of noise-free selective classification", JMLR 11 (2010).
public struct RiskCurve: Sendable, Hashable, Codable {
    /// The predictions accepted at one threshold.
    public struct Point: Sendable, Hashable, Codable {
        /// The lowest accepted probability.
        public var threshold: Double
        /// The share of accepted predictions, 0 ... 1.
        public var coverage: Double
        /// The error rate of accepted predictions, 0 ... 1.
        public var risk: Double
    }

    /// The points of the curve (about 100 at most), in the order of increasing coverage. Predictions of equal
    /// probability are accepted together.
    public var points: [Point]
    /// The area under the curve, 0 ... 1: the mean risk over all coverages. Lower is better.
    public var area: Double

    /// Computes the curve.
    ///
    /// - Parameters:
    ///   - probabilities: The stated probability of each prediction, 0 ... 1.
    ///   - isRight: `true` for each correct prediction, in the same order.
    /// - Complexity: O(*n* log *n*) in the number of predictions.
    init(probabilities: [Double], isRight: [Bool]) {
        let order = probabilities.indices.sorted { probabilities[$0] > probabilities[$1] }
        let count = order.count
        points = []
        area = 0
        var wrong = 0
        var risks = 0.0
        var taken = 0
        var nextShown = 0.0
        while taken < count {
            // A threshold accepts all predictions of one probability or none of them.
            let threshold = probabilities[order[taken]]
            let before = taken
            while taken < count, probabilities[order[taken]] == threshold {
                if !isRight[order[taken]] { wrong += 1 }
                taken += 1
            }
            let risk = Double(wrong) / Double(taken)
            risks += risk * Double(taken - before)
            let coverage = Double(taken) / Double(count)
            if coverage >= nextShown || taken == count {
                points.append(Point(threshold: threshold, coverage: coverage, risk: risk))
                nextShown = coverage + 0.01
            }
        }
        if count > 0 { area = risks / Double(count) }
    }
}
