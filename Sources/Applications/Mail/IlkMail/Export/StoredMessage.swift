import FoundationEssentials
public import IlkStore
public import IlkVocabulary

/// A stored message: the record, its original bytes and its verdicts.
public struct StoredMessage: Sendable {
    /// The verdict of a taxonomy.
    public struct StoredVerdict: Sendable, Hashable {
        /// The name of the taxonomy.
        public var taxonomy: String
        /// The most probable label.
        public var category: Category
        /// The probability of the label, 0 to 1.
        public var probability: Double
        /// The distance to the second most probable label, 0 to 1.
        public var margin: Double
        /// The reason for the abstention; `nil` if the pipeline predicted the label.
        public var abstention: String?
        /// The classifier, the model and the rules that produced the verdict.
        public var provenance: Provenance
    }

    /// The record.
    public var email: Email
    /// The original bytes, or `nil` if they were not kept.
    public var source: [UInt8]?
    /// The `From ` line of the message in its mailbox, or `nil` if there is none.
    public var envelope: String?
    /// The defects that the parser found in the message.
    public var flags: MailFlags
    /// The verdicts, sorted by taxonomy.
    public var verdicts: [StoredVerdict]
    /// All corrections of predicted labels, oldest first. The last correction in a taxonomy overrides the
    /// verdict of that taxonomy.
    public var corrections: [RecordCorrection]
    /// The position of the message in lists.
    public var cursor: EmailCursor
}
