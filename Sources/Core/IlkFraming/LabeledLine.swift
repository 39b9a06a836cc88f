/// A line of labeled NDJSON: a text, its label, its source and its weight.
public struct LabeledLine: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The label as written in the line, which is not checked against a taxonomy. Empty if the line has no
    /// label and none was required.
    public var label: String
    /// The source; `nil` if the field is missing or `null`.
    public var source: String?
    /// The weight in training, above 0 and at most ``maximumWeight``; `nil` if the field is missing or
    /// `null`.
    public var weight: Double?
    /// The number of U+FFFD inserted into the text for invalid UTF-8 and unpaired surrogates.
    public var repairs = 0

    /// The maximum weight of a line.
    public static let maximumWeight = 1_000.0
}
