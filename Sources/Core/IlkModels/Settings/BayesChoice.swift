/// The result of a search over settings by cross-validation, and the selected settings.
public struct BayesChoice: Sendable, Hashable, Codable {
    /// One evaluated combination of settings, with its results.
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

    /// The evaluated sets of feature groups, each with its best weighting. The selected set comes first. The
    /// other sets follow in order of ascending loss. The array is empty if there were too few texts for a
    /// choice.
    public var candidates: [Candidate]
    /// The results of each feature group alone, with its best weighting and then with its second best
    /// weighting.
    public var weighings: [Candidate]
    /// The number of texts on which the settings were evaluated. Each text was scored with the counts of
    /// other texts only.
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

    /// Moves the selected candidate to the front and sorts the others by loss.
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
