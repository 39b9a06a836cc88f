public import IlkVocabulary

/// The performance of a classifier on labeled texts.
public struct EvaluationReport: Sendable, Codable, Hashable {
    /// The figures of one category. All rates are 0 ... 1.
    public struct CategoryFigures: Sendable, Codable, Hashable {
        /// The category.
        public var category: Category
        /// The share of correct predictions among the texts predicted as the category.
        public var precision: Double
        /// The share of the category's texts that were predicted correctly.
        public var recall: Double
        /// The harmonic mean of precision and recall.
        public var f1: Double
        /// The number of texts with this label.
        public var support: Int
    }

    /// The figures for a group of texts with about the same length or with the same script.
    public struct GroupFigures: Sendable, Codable, Hashable {
        /// The name of the group, such as `3-5 words` or `Latn`.
        public var name: String
        /// The number of texts.
        public var texts: Int
        /// The share of correct predictions, 0 ... 1, or `nil` without texts.
        public var accuracy: Double?
        /// The mean F1 over the categories with at least one text, 0 ... 1, or `nil` without texts.
        public var macroF1: Double?

        /// Encodes all fields. A missing value is encoded as `null`.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(name, forKey: .name)
            try values.encode(texts, forKey: .texts)
            try values.encode(accuracy, forKey: .accuracy)
            try values.encode(macroF1, forKey: .macroF1)
        }
    }

    /// The classifier: `rules`, `bayes`, `linear` or `fused`.
    public var classifier: String
    /// The number of texts.
    public var texts: Int
    /// The share of correct predictions, 0 ... 1. In a multi-label taxonomy, a prediction is correct if it
    /// consists of exactly the labels of the text.
    public var accuracy: Double
    /// The mean F1 over the categories with at least one text, 0 ... 1.
    public var macroF1: Double
    /// The micro-averaged F1 for a multi-label taxonomy, 0 ... 1. It is `nil` for other taxonomies, where it
    /// would equal the accuracy.
    public var microF1: Double?
    /// The 95 % Clopper-Pearson interval of the accuracy.
    public var accuracyInterval: ConfidenceInterval
    /// The 95 % bootstrap interval of the macro-F1.
    public var macroF1Interval: ConfidenceInterval
    /// The mean negative natural logarithm of the probability of the actual category, at least 0. For a
    /// multi-label taxonomy, it is the mean over all labels, present or absent.
    public var logLoss: Double
    /// The mean squared distance between the probabilities and the one-hot vector of the actual category (G.
    /// W. Brier 1950), 0 ... 2. For a multi-label taxonomy, it is the mean over the labels, 0 ... 1.
    public var brierScore: Double
    /// The calibration of the stated probabilities. For a multi-label taxonomy, this property and
    /// ``riskCurve`` describe the most probable label of each text. That label is right if it is one of the
    /// text's labels.
    public var calibration: Calibration
    /// The risk-coverage curve: the error rate if only the most confident predictions are accepted.
    public var riskCurve: RiskCurve
    /// The share of texts for which the classifier makes a prediction instead of abstaining, 0 ... 1.
    public var coverage: Double
    /// The accuracy on the texts for which the classifier makes a prediction, 0 ... 1. It is 0 if the
    /// classifier always abstains.
    public var selectiveAccuracy: Double
    /// The figures of each category, in the taxonomy's order.
    public var categories: [CategoryFigures]
    /// The confusion matrix, or `nil` for a multi-label taxonomy and for more than 1,000 labels.
    public var confusion: ConfusionMatrix?
    /// The figures by number of words: 0-2 (named `1-2 words`), 3-5, 6-10, 11-50, 51 and more.
    public var byLength: [GroupFigures]
    /// The figures by dominant script (ISO 15924 code, or `none` without letters), the most frequent first.
    public var byScript: [GroupFigures]
}
