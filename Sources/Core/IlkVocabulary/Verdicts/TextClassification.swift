public import FoundationEssentials

/// What was said of a text and when: what a logger is given.
public struct TextClassification: Sendable, Codable, Hashable {
    /// The category; of an abstained verdict the one that was ahead.
    public var category: Category
    /// When the text was classified.
    public var timestamp: Date
    /// The beginning of the text, for people to recognise it by.
    public var textSample: String
    /// The whole verdict, or nil when only the category is known.
    public var verdict: Verdict?

    /// A classification of these parts.
    public init(category: Category, timestamp: Date, textSample: String, verdict: Verdict? = nil) {
        self.category = category
        self.timestamp = timestamp
        self.textSample = textSample
        self.verdict = verdict
    }
}
