public import IlkVocabulary

/// A text of the log and a person's word on it.
public struct CorrectedText: Sendable, Hashable {
    /// The entry that has the text.
    public var entry: RecordID
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

    /// The text with what the person said.
    public var labelled: LabelledText {
        LabelledText(text: text, category: category, source: author ?? source.rawValue)
    }

    /// Returns `true` if the author or the source of the word is one of these.
    public func isBy(_ names: Set<String>) -> Bool {
        names.contains(source.rawValue) || author.map(names.contains) ?? false
    }
}
