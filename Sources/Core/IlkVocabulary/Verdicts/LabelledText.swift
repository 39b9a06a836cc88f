/// A text with the category that a person or a trusted source gave it: what is learned from and measured on.
public struct LabelledText: Sendable, Hashable {
    /// The text.
    public var text: String
    /// Its category.
    public var category: Category
    /// Where it comes from, so that whole sources can be held out or unlearned; nil when nobody said.
    public var source: String?
    /// How much it counts in learning beside other texts: above 0, 1 is usual. Measurements count all texts alike.
    public var weight: Double

    /// A labelled text of these parts.
    public init(text: String, category: Category, source: String? = nil, weight: Double = 1) {
        self.text = text
        self.category = category
        self.source = source
        self.weight = weight
    }
}
