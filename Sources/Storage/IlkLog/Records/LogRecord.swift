public import IlkVocabulary

/// An entry of a log in the form in which it is exported, imported and synced. The record contains the values
/// of the entry in all tables of the log, unchanged.
public struct LogRecord: Sendable, Hashable {
    /// The verdict on the text.
    public struct StoredVerdict: Sendable, Hashable, Codable {
        /// The probability of the most probable label, 0 … 1.
        public var probability: Double
        /// The difference in probability between the two most probable labels, 0 … 1.
        public var margin: Double
        /// The reason for abstaining, or `nil` if a label was predicted.
        public var abstention: String?
        /// The probability of each label, as a JSON object.
        public var scores: String
        /// The repairs that were necessary to read the text, separated by commas.
        public var flags: String?
        /// The classifier, the model and the rules that produced the verdict.
        public var provenance: Provenance

        /// Creates a verdict.
        ///
        /// - Parameters:
        ///   - probability: The probability of the most probable label, 0 … 1.
        ///   - margin: The difference in probability between the two most probable labels, 0 … 1.
        ///   - abstention: The reason for abstaining, or `nil` if a label was predicted.
        ///   - scores: The probability of each label, as a JSON object.
        ///   - flags: The repairs that were necessary to read the text, separated by commas.
        ///   - provenance: The classifier, the model and the rules that produced the verdict.
        public init(
            probability: Double, margin: Double, abstention: String?, scores: String, flags: String?,
            provenance: Provenance
        ) {
            self.probability = probability
            self.margin = margin
            self.abstention = abstention
            self.scores = scores
            self.flags = flags
            self.provenance = provenance
        }
    }

    /// The id of the entry.
    public var id: RecordID
    /// The time of the classification, in seconds since 1970-01-01T00:00:00Z.
    public var seconds: Double
    /// The predicted label, or the most probable one if the classifier abstained.
    public var category: Category
    /// The predicted labels, most probable first, if the taxonomy is multi-label; otherwise `nil`.
    public var labels: [Category]?
    /// The complete text of the entry.
    public var text: String
    /// The features of the text, as a JSON object.
    public var features: String?
    /// The verdict on the text.
    public var verdict: StoredVerdict?
    /// The types of redacted data, separated by commas.
    public var redacted: String?
    /// The corrections, oldest first.
    public var corrections: [ClassificationCorrection]
    /// The answers of challengers.
    public var answers: [ChallengerAnswer]

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - id: The id of the entry.
    ///   - seconds: The time of the classification, in seconds since 1970-01-01T00:00:00Z.
    ///   - category: The predicted or most probable label.
    ///   - text: The complete text.
    ///   - features: The features of the text, as a JSON object.
    ///   - verdict: The verdict on the text.
    ///   - redacted: The types of redacted data, separated by commas.
    ///   - corrections: The corrections, oldest first.
    ///   - answers: The answers of challengers.
    ///   - labels: The predicted labels, if the taxonomy is multi-label, otherwise `nil`.
    public init(
        id: RecordID, seconds: Double, category: Category, text: String, features: String? = nil,
        verdict: StoredVerdict? = nil, redacted: String? = nil, corrections: [ClassificationCorrection] = [],
        answers: [ChallengerAnswer] = [], labels: [Category]? = nil
    ) {
        self.id = id
        self.seconds = seconds
        self.category = category
        self.text = text
        self.features = features
        self.verdict = verdict
        self.redacted = redacted
        self.corrections = corrections
        self.answers = answers
        self.labels = labels
    }
}
