public import IlkVocabulary

/// An entry as it leaves one log and comes into another: everything that stands of it in any table, as it stands there.
public struct LogRecord: Sendable, Hashable {
    /// What the pipeline thought.
    public struct Judgement: Sendable, Hashable, Codable {
        /// The probability of the category that was ahead, 0 ... 1.
        public var probability: Double
        /// How far it was ahead, 0 ... 1.
        public var margin: Double
        /// Why no category was claimed.
        public var abstention: String?
        /// The probability of each category, as a JSON object.
        public var scores: String
        /// What had to be done to the text, with commas between.
        public var flags: String?
        /// What made the verdict.
        public var provenance: Provenance

        /// A judgement of these parts.
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

    /// The key.
    public var id: RecordID
    /// When the text was classified, in seconds since 1970-01-01T00:00:00Z.
    public var seconds: Double
    /// The category; of an abstained verdict the one that was ahead.
    public var category: Category
    /// The whole text.
    public var text: String
    /// What was measured of it, as a JSON object.
    public var features: String?
    /// What the pipeline thought.
    public var judgement: Judgement?
    /// What was taken out of the text, with commas between.
    public var redacted: String?
    /// What people said, oldest first.
    public var corrections: [ClassificationCorrection]
    /// What challengers said.
    public var answers: [ChallengerAnswer]

    /// A record of these parts.
    public init(
        id: RecordID, seconds: Double, category: Category, text: String, features: String? = nil,
        judgement: Judgement? = nil, redacted: String? = nil, corrections: [ClassificationCorrection] = [],
        answers: [ChallengerAnswer] = []
    ) {
        self.id = id
        self.seconds = seconds
        self.category = category
        self.text = text
        self.features = features
        self.judgement = judgement
        self.redacted = redacted
        self.corrections = corrections
        self.answers = answers
    }
}
