public import IlkVocabulary

/// A text of the log and a person's word on it.
public struct CorrectedText: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The SHA-256 of its bytes.
    public var digest: ContentDigest
    /// What the person says it is.
    public var category: Category
    /// Where the word came from.
    public var source: CorrectionSource
    /// Who gave it; nil when nobody said.
    public var author: String?
    /// What was logged.
    public var logged: Category
    /// How probable that was thought to be, 0 ... 1; nil without a verdict.
    public var probability: Double?
    /// When the text was logged, in seconds since 1970.
    public var timestamp: Double
}
