public import IlkVocabulary

/// A text whose predicted labels a person confirmed or corrected. The text is a test of the model that
/// predicted the labels.
///
/// The labels were predicted before any model learned the correction, so the share of correct predictions is
/// a progressive validation (A. Blum, A. Kalai and J. Langford 1999).
public struct ReviewedText: Sendable, Hashable {
    /// The time of the prediction, in seconds since 1970-01-01T00:00:00Z.
    public var time: Double
    /// The human labels: exactly one, or any number in a multi-label taxonomy.
    public var actual: [Category]
    /// The predicted labels. For an abstention, the most probable label, or no label in a multi-label
    /// taxonomy.
    public var predicted: [Category]
    /// `true` if the classifier abstained.
    public var hasAbstained: Bool
    /// `true` if the text belongs to the random audit sample, `false` if the review queue or a person chose
    /// it.
    public var isAudit: Bool
    /// The author of the human label, or the source of the label if the author is unknown.
    public var author: String
    /// The hexadecimal digest of the model that predicted the labels. Empty if no model was used, `nil` if
    /// unknown.
    public var model: String?
    /// The difference in probability between the two most probable labels, 0 … 1, or `nil` if unknown. The
    /// log limits the margin of an abstention to 0.25.
    public var margin: Double?
    /// The probability of the predicted label, 0 … 1, or `nil` if unknown. For an abstention, the probability
    /// of the most probable label.
    public var probability: Double?
    /// The time of the first human label, in seconds since 1970-01-01T00:00:00Z.
    public var correctionTime: Double

    package init(
        time: Double, actual: [Category], predicted: [Category], hasAbstained: Bool = false,
        isAudit: Bool = false, author: String, model: String? = nil, margin: Double? = nil,
        probability: Double? = nil, correctionTime: Double = .infinity
    ) {
        self.time = time
        self.actual = actual
        self.predicted = predicted
        self.hasAbstained = hasAbstained
        self.isAudit = isAudit
        self.author = author
        self.model = model
        self.margin = margin
        self.probability = probability
        self.correctionTime = correctionTime
    }

    /// `true` if exactly the human labels were predicted.
    public var isCorrect: Bool { Set(actual) == Set(predicted) }
}
