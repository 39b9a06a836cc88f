public import IlkVocabulary

/// A text to classify again.
public struct ReplayedText: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The label, or `nil` if the text is unlabeled.
    public var category: Category?
    /// The location for messages, such as `mine.jsonl:12` or the entry of a log.
    public var place: String

    /// Creates a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - category: The label, or `nil` if the text is unlabeled.
    ///   - place: The location for messages, such as `mine.jsonl:12`.
    public init(text: String, category: Category? = nil, place: String) {
        self.text = text
        self.category = category
        self.place = place
    }
}
