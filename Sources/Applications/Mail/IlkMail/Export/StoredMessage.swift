import FoundationEssentials
public import IlkStore
public import IlkVocabulary

/// A stored message with its original bytes, verdicts and corrections.
public struct StoredMessage: Sendable {
    /// The stored verdict of a message in one taxonomy.
    public struct StoredVerdict: Sendable, Hashable {
        /// The name of the taxonomy.
        public var taxonomy: String
        /// The most probable label.
        public var category: Category
        /// The probability of the label, 0 to 1.
        public var probability: Double
        /// The difference between the probabilities of the most probable and the second most probable label,
        /// 0 to 1.
        public var margin: Double
        /// The reason why the pipeline abstained, or `nil` if the pipeline predicted the label.
        public var abstention: String?
        /// The classifier, the model and the rules that produced the verdict.
        public var provenance: Provenance
    }

    /// The fields of the message.
    public var email: Email
    /// The original bytes of the message, or `nil` if the import did not keep the bytes.
    public var source: [UInt8]?
    /// The `From ` line before the message in the imported mailbox, or `nil` if there was no such line.
    public var envelope: String?
    /// The defects that the parser found in the message.
    public var flags: MailFlags
    /// The verdicts of the message, sorted by taxonomy.
    public var verdicts: [StoredVerdict]
    /// All corrections of predicted labels, oldest first. The last correction in a taxonomy overrides the
    /// verdict of that taxonomy.
    public var corrections: [RecordCorrection]
    /// The position of the message in lists. A page that continues at this cursor begins after the message.
    public var cursor: EmailCursor
}
