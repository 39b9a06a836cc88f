public import IlkVocabulary

/// A text that verdicts are made of once more.
public struct ReplayedText: Sendable, Hashable {
    /// The text.
    public var text: String
    /// What is right, or nil when nobody said.
    public var category: Category?
    /// Where it stands, for people: `mine.jsonl:12`, an entry of the log.
    public var place: String

    /// A text of these parts.
    public init(text: String, category: Category? = nil, place: String) {
        self.text = text
        self.category = category
        self.place = place
    }
}
