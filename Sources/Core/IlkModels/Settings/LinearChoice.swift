/// What cross-validation found for each cost of errors that a linear model could be fitted with, and which was taken.
public struct LinearChoice: Sendable, Hashable, Codable {
    /// What was measured at one cost, on texts left out of the fit.
    public struct Candidate: Sendable, Hashable, Codable {
        /// What an error costs against the size of the weights.
        public var cost: Double
        /// The share of texts given their own category, 0 ... 1.
        public var accuracy: Double
        /// The mean of -ln of the probability of the right category, calibrated.
        public var logLoss: Double
        /// What scores are multiplied by so that they are natural-log odds.
        public var sharpness: Double

        package init(cost: Double, accuracy: Double, logLoss: Double, sharpness: Double) {
            self.cost = cost
            self.accuracy = accuracy
            self.logLoss = logLoss
            self.sharpness = sharpness
        }
    }

    /// The costs that were tried on all folds, ascending. Empty when there were too few texts to leave any out.
    public var candidates: [Candidate]
    /// The cost that was taken: the one of the smallest loss.
    public var cost: Double
    /// What scores are multiplied by.
    public var sharpness: Double
    /// How much what is above the edge is taken back, 0 ... 0.5 (`docs/linear.md`).
    public var bend: Double

    package init(candidates: [Candidate], cost: Double, sharpness: Double, bend: Double) {
        self.candidates = candidates
        self.cost = cost
        self.sharpness = sharpness
        self.bend = bend
    }

    /// The candidate of the second smallest loss.
    public var runnerUp: Candidate? {
        candidates.sorted { ($0.logLoss, $0.cost) < ($1.logLoss, $1.cost) }.dropFirst().first
    }

    /// The candidate that was taken.
    public var taken: Candidate? { candidates.first { $0.cost == cost } }
}
