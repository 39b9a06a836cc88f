/// A text with the category that a person or a trusted source gave it: what is learned from and measured on.
public struct LabelledText: Sendable, Hashable {
    /// The text.
    public var text: String
    /// Its category.
    public var category: Category
    /// Where it comes from, so that whole sources can be held out or unlearned; nil when nobody said.
    public var source: String?

    /// A labelled text of these parts.
    public init(text: String, category: Category, source: String? = nil) {
        self.text = text
        self.category = category
        self.source = source
    }
}
