/// The result of a search over settings by cross-validation, and the selected settings.
public struct BayesChoice: Sendable, Hashable, Codable {
    /// One tried combination of settings with its results.
    public struct Candidate: Sendable, Hashable, Codable {
        /// The feature groups and their weightings as text, such as `style, unigrams complement 0.3,
        /// skeletonBigrams pooled 6`.
        public var name: String
        /// The cross-validated accuracy, 0 … 1.
        public var accuracy: Double
        /// The mean log loss, -ln of the probability of the correct label, after calibration.
        public var logLoss: Double

        package init(name: String, accuracy: Double, logLoss: Double) {
            self.name = name
            self.accuracy = accuracy
            self.logLoss = logLoss
        }
    }

    /// The tried sets of feature groups, each with its best weighting: first the selected set, then the other
    /// sets by ascending loss. Empty if there were too few texts to choose.
    public var candidates: [Candidate]
    /// For each feature group alone: its best weighting, then its second best weighting.
    public var weighings: [Candidate]
    /// The number of scored texts. Each text was scored with the counts of the other texts.
    public var texts: Int
    /// `true` for leave-one-source-out cross-validation.
    public var leaveOneSourceOut: Bool
    /// The number of folds of the cross-validation, or `nil` for leave-one-out and leave-one-source-out.
    public var parts: Int?

    package init(
        candidates: [Candidate], weighings: [Candidate], texts: Int, leaveOneSourceOut: Bool,
        parts: Int? = nil
    ) {
        self.candidates = candidates
        self.weighings = weighings
        self.texts = texts
        self.leaveOneSourceOut = leaveOneSourceOut
        self.parts = parts
    }

    /// Sorts the candidates by loss, after the selected one.
    package mutating func sort(taking name: String) {
        candidates.sort { left, right in
            (left.name == name ? 0 : 1, left.logLoss, left.name)
                < (right.name == name ? 0 : 1, right.logLoss, right.name)
        }
    }

    /// The selected candidate.
    public var selected: Candidate? { candidates.first }
    /// The candidate with the second lowest loss.
    public var runnerUp: Candidate? { candidates.dropFirst().first }
}
