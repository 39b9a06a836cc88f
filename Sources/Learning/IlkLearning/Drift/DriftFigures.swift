public import IlkVocabulary

/// What is watched of the texts of a stretch of time, or of those that a model was made of.
public struct DriftFigures: Sendable, Hashable, Codable {
    /// How many texts there are.
    public var texts = 0
    /// How many of them were claimed for each category, or are of it.
    public var labels: [Category: Int] = [:]
    /// Of how many texts it is known whether a category was claimed.
    public var judged = 0
    /// For how many of those none was.
    public var abstained = 0
    /// The share of each text's words that the model does not know.
    public var unknownWords = MeanOfTexts()
    /// How the stated probabilities of texts that people looked at compare with who was right.
    public var calibration = StatedAndRight()

    /// Stated probabilities and what came of them.
    public struct StatedAndRight: Sendable, Hashable, Codable {
        /// How many texts people looked at.
        public var texts = 0
        /// Their stated probabilities added up.
        public var stated = 0.0
        /// How many were right.
        public var right = 0
        /// What the number of right ones varies by chance: the sum of p (1 - p).
        public var variance = 0.0
        /// Whether the texts are a random sample; else they are those that somebody found worth correcting.
        public var isRandom = false

        /// Of no texts.
        public init() {}

        /// Takes a text.
        public mutating func add(stated probability: Double, isRight: Bool) {
            texts += 1
            stated += probability
            right += isRight ? 1 : 0
            variance += probability * (1 - probability)
        }

        /// The share of right ones less the mean stated probability, -1 ... 1; 0 of no texts.
        public var gap: Double { texts == 0 ? 0 : (Double(right) - stated) / Double(texts) }
    }

    /// Figures of nothing.
    public init() {}

    /// The share of a category, 0 ... 1.
    public func share(of category: Category) -> Double {
        texts == 0 ? 0 : Double(labels[category] ?? 0) / Double(texts)
    }

    /// The share of texts that no category was claimed for, 0 ... 1; nil when that is not known.
    public var abstention: Double? {
        judged == 0 ? nil : Double(abstained) / Double(judged)
    }

    /// Adds the figures of other texts.
    public mutating func merge(_ other: DriftFigures) {
        texts += other.texts
        labels.merge(other.labels, uniquingKeysWith: +)
        judged += other.judged
        abstained += other.abstained
        unknownWords.merge(other.unknownWords)
        calibration.isRandom = calibration.texts == 0 ? other.calibration.isRandom : calibration.isRandom
        calibration.texts += other.calibration.texts
        calibration.stated += other.calibration.stated
        calibration.right += other.calibration.right
        calibration.variance += other.calibration.variance
    }
}
