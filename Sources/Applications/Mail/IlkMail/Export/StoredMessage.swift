import FoundationEssentials
public import IlkVocabulary

/// A message as it leaves the store: the record, the bytes that it came as, what the pipeline thought of it.
public struct StoredMessage: Sendable {
    /// What the pipeline thought, by the taxonomy it decided in.
    public struct Judgement: Sendable, Hashable, Codable {
        /// The taxonomy.
        public var taxonomy: String
        /// The category that was ahead.
        public var category: Category
        /// Its probability, 0 ... 1.
        public var probability: Double
        /// How far it was ahead, 0 ... 1.
        public var margin: Double
        /// Why no category was claimed; nil when one was.
        public var abstention: String?
        /// What made the verdict.
        public var provenance: Provenance
    }

    /// The record.
    public var email: Email
    /// The bytes that it came as; nil when they were not kept.
    public var source: [UInt8]?
    /// The line that stood before it in its mailbox; nil when there was none.
    public var envelope: String?
    /// What had to be done to it when it was read.
    public var flags: MailFlags
    /// What the pipeline thought of it.
    public var judgements: [Judgement]
    /// Its place in the store's order.
    public var cursor: EmailCursor
}
