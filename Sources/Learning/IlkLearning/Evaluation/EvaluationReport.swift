public import IlkVocabulary

/// How well a classifier does on labelled texts.
public struct EvaluationReport: Sendable, Codable, Hashable {
    /// The figures of one category. All are 0 ... 1.
    public struct CategoryFigures: Sendable, Codable, Hashable {
        /// The category.
        public var category: Category
        /// The share of right ones among the texts given the category.
        public var precision: Double
        /// The share of the category's texts that were given it.
        public var recall: Double
        /// The harmonic mean of both.
        public var f1: Double
        /// How many texts have the category.
        public var support: Int
    }

    /// The figures of the texts of one length, or of one source.
    public struct GroupFigures: Sendable, Codable, Hashable {
        /// Which texts, as `3-5 words`.
        public var name: String
        /// How many there are.
        public var texts: Int
        /// The share that was right, 0 ... 1; nil of no texts.
        public var accuracy: Double?
        /// The mean F1 over the categories that occur among them, 0 ... 1; nil of no texts.
        public var macroF1: Double?

        /// Writes all members; of no texts `null` for what cannot be said.
        ///
        /// - Throws: What the encoder throws.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(name, forKey: .name)
            try values.encode(texts, forKey: .texts)
            try values.encode(accuracy, forKey: .accuracy)
            try values.encode(macroF1, forKey: .macroF1)
        }
    }

    /// What was measured: `rules`, `bayes` or `fused`.
    public var classifier: String
    /// How many texts there were.
    public var texts: Int
    /// The share that was right, 0 ... 1.
    public var accuracy: Double
    /// The mean F1 over the categories that occur, 0 ... 1.
    public var macroF1: Double
    /// Where the accuracy of all texts of this kind lies with a probability of 95 %.
    public var accuracyInterval: ConfidenceInterval
    /// Where their macro-F1 does.
    public var macroF1Interval: ConfidenceInterval
    /// The mean of -ln of the probability given to the right category. 0 and up.
    public var logLoss: Double
    /// The mean over the texts of the squared distances between the probabilities and what is right, 1 for the right
    /// category and 0 for the others, added up (G. W. Brier 1950). 0 ... 2.
    public var brierScore: Double
    /// How far stated probabilities are from the share that was right.
    public var calibration: Calibration
    /// What errors remain when only the surest answers are taken.
    public var riskCurve: RiskCurve
    /// The share of texts for which a category was claimed, 0 ... 1.
    public var coverage: Double
    /// The share that was right among those, 0 ... 1; 0 when there are none.
    public var accuracyWhereClaimed: Double
    /// Category by category, in the taxonomy's order.
    public var categories: [CategoryFigures]
    /// What was taken for what.
    public var confusion: ConfusionMatrix
    /// By number of words: 1-2, 3-5, 6-10, 11-50, 51 and more.
    public var byLength: [GroupFigures]
    /// By the script with the most letters, most frequent first, as ISO 15924 names it; `none` without letters.
    public var byScript: [GroupFigures]
}
