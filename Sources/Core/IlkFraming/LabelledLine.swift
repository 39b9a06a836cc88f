/// A line of labelled NDJSON: a text, the label that someone gave it, where it comes from, and how much it counts.
public struct LabelledLine: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The label, as it stands in the line: whether it is one of a taxonomy's, the reader must ask. Empty when the line
    /// has none and none was needed.
    public var label: String
    /// The source, or nil when the line does not have that member or has `null` there.
    public var source: String?
    /// How much it counts in learning, above 0 and at most ``greatestWeight``; nil when the line does not have that member
    /// or has `null` there.
    public var weight: Double?
    /// How many times U+FFFD was put into the text for something that is not UTF-8.
    public var repairs = 0

    /// No line counts for more texts than this.
    public static let greatestWeight = 1_000.0
}
