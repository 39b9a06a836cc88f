/// The results of cross-validation for each error cost of a linear model, and the selected cost.
public struct LinearChoice: Sendable, Hashable, Codable {
    /// The result of cross-validation for one error cost.
    public struct Candidate: Sendable, Hashable, Codable {
        /// The error cost: the parameter *C* of a support vector machine.
        public var cost: Double
        /// The cross-validated accuracy, 0 … 1.
        public var accuracy: Double
        /// The mean log loss, -ln of the probability of the correct label, after calibration.
        public var logLoss: Double
        /// The factor that turns scores into natural-log odds (an inverse temperature).
        public var sharpness: Double

        package init(cost: Double, accuracy: Double, logLoss: Double, sharpness: Double) {
            self.cost = cost
            self.accuracy = accuracy
            self.logLoss = logLoss
            self.sharpness = sharpness
        }
    }

    /// The costs that were evaluated on all folds, in ascending order. The array is empty if there were too
    /// few texts for cross-validation.
    public var candidates: [Candidate]
    /// The selected cost, which has the smallest loss.
    public var cost: Double
    /// The factor that turns the scores of the model into natural-log odds (an inverse temperature).
    public var sharpness: Double
    /// The bend of the calibration curve, 0 … 0.5. A larger bend reduces high scores more; 0 is temperature
    /// scaling (`docs/explanation/linear-models.md`).
    public var bend: Double

    package init(candidates: [Candidate], cost: Double, sharpness: Double, bend: Double) {
        self.candidates = candidates
        self.cost = cost
        self.sharpness = sharpness
        self.bend = bend
    }

    /// The candidate with the second smallest loss.
    public var runnerUp: Candidate? {
        candidates.sorted { ($0.logLoss, $0.cost) < ($1.logLoss, $1.cost) }.dropFirst().first
    }

    /// The candidate with the selected cost.
    public var selected: Candidate? { candidates.first { $0.cost == cost } }
}
