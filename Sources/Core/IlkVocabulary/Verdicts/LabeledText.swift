/// A text with the label that a person or a trusted source gave it, for training and evaluation.
public struct LabeledText: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The label.
    public var category: Category
    /// The source of the text, so that whole sources can be held out or unlearned; `nil` if unknown.
    public var source: String?
    /// The weight in training, above 0, usually 1. Evaluation ignores it.
    public var weight: Double

    /// Creates a labeled text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - category: The label.
    ///   - source: The source of the text, or `nil` if unknown.
    ///   - weight: The weight in training, above 0.
    public init(text: String, category: Category, source: String? = nil, weight: Double = 1) {
        self.text = text
        self.category = category
        self.source = source
        self.weight = weight
    }
}
