/// What a search over settings found on texts left out, and which settings were taken.
public struct BayesChoice: Sendable, Hashable, Codable {
    /// Some settings and what they did.
    public struct Candidate: Sendable, Hashable, Codable {
        /// The families with how each is weighed, for people: `words complement 1, pieces complement 3`.
        public var name: String
        /// The share of texts given their own category when left out, 0 ... 1.
        public var accuracy: Double
        /// The mean of -ln of the probability of the right category, calibrated.
        public var logLoss: Double

        package init(name: String, accuracy: Double, logLoss: Double) {
            self.name = name
            self.accuracy = accuracy
            self.logLoss = logLoss
        }
    }

    /// The sets of families that were tried with the best weighing of each, the smallest loss first: the one taken, then
    /// the runner-up. Empty where there were too few texts to choose by.
    public var candidates: [Candidate]
    /// How each family was best weighed by itself, and the runner-up, in turn.
    public var weighings: [Candidate]
    /// How many texts were scored, each by the counts of the others.
    public var texts: Int
    /// Whether whole sources were left out together.
    public var leftOutSources: Bool
    /// How many parts texts were dealt out to, each left out in turn: where they are few, and where a size was asked for; nil
    /// where each text was left out by itself, or whole sources were.
    public var parts: Int?

    package init(
        candidates: [Candidate], weighings: [Candidate], texts: Int, leftOutSources: Bool, parts: Int? = nil
    ) {
        self.candidates = candidates
        self.weighings = weighings
        self.texts = texts
        self.leftOutSources = leftOutSources
        self.parts = parts
    }

    /// Sorts the candidates by their loss, behind the one that was taken.
    package mutating func sort(taking name: String) {
        candidates.sort { left, right in
            (left.name == name ? 0 : 1, left.logLoss, left.name)
                < (right.name == name ? 0 : 1, right.logLoss, right.name)
        }
    }

    /// What was taken.
    public var taken: Candidate? { candidates.first }
    /// What came second.
    public var runnerUp: Candidate? { candidates.dropFirst().first }
}
