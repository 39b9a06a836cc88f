/// A line of labelled NDJSON: a text, the label that someone gave it, and where it comes from.
public struct LabelledLine: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The label, as it stands in the line: whether it is one of a taxonomy's, the reader must ask. Empty when the line
    /// has none and none was needed.
    public var label: String
    /// The source, or nil when the line does not have that member or has `null` there.
    public var source: String?
    /// How many times U+FFFD was put into the text for something that is not UTF-8.
    public var repairs: Int

    /// A labelled line of these parts.
    public init(text: String, label: String, source: String? = nil, repairs: Int = 0) {
        self.text = text
        self.label = label
        self.source = source
        self.repairs = repairs
    }
}
