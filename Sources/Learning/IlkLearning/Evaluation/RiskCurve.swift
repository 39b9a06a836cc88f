/// What errors remain when only the surest answers are taken: coverage against risk.
///
/// R. El-Yaniv and Y. Wiener, "On the foundations of noise-free selective classification", JMLR 11 (2010).
public struct RiskCurve: Sendable, Hashable, Codable {
    /// The surest answers down to one probability.
    public struct Point: Sendable, Hashable, Codable {
        /// Answers of at least this probability are taken.
        public var threshold: Double
        /// Their share of all texts, 0 ... 1.
        public var coverage: Double
        /// The share of them that is wrong, 0 ... 1.
        public var risk: Double
    }

    /// From few answers to all: at most a hundred points. Answers of one probability are taken together.
    public var points: [Point]
    /// The mean risk over all coverages: the area under the curve. 0 ... 1, less is better.
    public var area: Double

    /// The curve of answers.
    ///
    /// - Parameters:
    ///   - probabilities: The stated probability of each answer, 0 ... 1.
    ///   - isRight: Whether it was right.
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
            // All answers of one probability at once, whatever their order.
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
