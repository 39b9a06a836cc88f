public import FoundationEssentials

/// The result and the time of one classification, in the form that loggers receive.
public struct TextClassification: Sendable, Codable, Hashable {
    /// The predicted category or, for an abstention, the most probable category.
    public var category: Category
    /// The time of the classification.
    public var timestamp: Date
    /// The beginning of the text, by which people recognize the text.
    public var textSample: String
    /// The complete verdict, or `nil` if only the category is known.
    public var verdict: Verdict?

    /// Creates a classification.
    ///
    /// - Parameters:
    ///   - category: The predicted category or, for an abstention, the most probable category.
    ///   - timestamp: The time of the classification.
    ///   - textSample: The beginning of the text.
    ///   - verdict: The complete verdict, or `nil` if only the category is known.
    public init(category: Category, timestamp: Date, textSample: String, verdict: Verdict? = nil) {
        self.category = category
        self.timestamp = timestamp
        self.textSample = textSample
        self.verdict = verdict
    }
}
