public import IlkVocabulary

/// The monitored figures of a set of texts: the texts of a period of time, or the training texts of a model.
public struct DriftFigures: Sendable, Hashable, Codable {
    /// The number of texts.
    public var texts = 0
    /// The number of texts of each category. Texts of a period are counted by predicted category, training
    /// texts by label.
    public var labels: [Category: Int] = [:]
    /// The number of texts with a known outcome: a prediction or an abstention.
    public var judged = 0
    /// The number of abstentions among the texts with a known outcome.
    public var abstained = 0
    /// The out-of-vocabulary rate: the mean over the texts of the share of words that the model does not
    /// know.
    public var unknownWords = MeanOfTexts()
    /// The stated probabilities of reviewed texts, compared with the accuracy of the predictions.
    public var calibration = CalibrationTally()

    /// Sums over reviewed texts, for comparing the stated probabilities of predictions with their accuracy.
    public struct CalibrationTally: Sendable, Hashable, Codable {
        /// The number of reviewed texts.
        public var texts = 0
        /// The sum of the stated probabilities of the reviewed texts.
        public var stated = 0.0
        /// The number of correct predictions.
        public var right = 0
        /// The variance that ``right`` would have if all stated probabilities were exact: the sum of p (1 -
        /// p).
        public var variance = 0.0
        /// `true` if the texts are a random audit sample, `false` if people chose which texts to correct.
        public var isRandom = false

        /// Creates figures that contain no text yet.
        public init() {}

        /// Adds a text.
        ///
        /// - Parameters:
        ///   - probability: The stated probability of the prediction, 0 ... 1.
        ///   - isRight: `true` if the prediction is correct.
        public mutating func add(stated probability: Double, isRight: Bool) {
            texts += 1
            stated += probability
            right += isRight ? 1 : 0
            variance += probability * (1 - probability)
        }

        /// The accuracy minus the mean stated probability, -1 ... 1. It is 0 without texts.
        public var gap: Double { texts == 0 ? 0 : (Double(right) - stated) / Double(texts) }
    }

    /// Creates figures that contain no text yet.
    public init() {}

    /// Returns the share of a category, 0 ... 1.
    ///
    /// - Parameter category: The category.
    public func share(of category: Category) -> Double {
        texts == 0 ? 0 : Double(labels[category] ?? 0) / Double(texts)
    }

    /// The share of abstentions, 0 ... 1, or `nil` if no text has a known outcome.
    public var abstention: Double? {
        judged == 0 ? nil : Double(abstained) / Double(judged)
    }

    /// Adds the figures of other texts.
    ///
    /// - Parameter other: The figures to add.
    /// - Complexity: O(*c*) in the number of categories.
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
