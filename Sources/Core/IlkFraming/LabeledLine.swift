import IlkVocabulary

/// A line of labeled NDJSON: a text, its label, its source, its weight and its time.
public struct LabeledLine: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The label as written in the line, which is not checked against a taxonomy. Empty if the line has no
    /// label and none was required.
    public var label: String
    /// The source of the text, or `nil` if the field is missing or `null`.
    public var source: String?
    /// The weight in training, above 0 and at most ``maximumWeight``. `nil` if the field is missing or
    /// `null`.
    public var weight: Double?
    /// The time of the text in seconds since 1970-01-01T00:00:00Z, or `nil` if the ``LabeledLineReader`` has
    /// no name of a field for the time.
    public var time: Double?
    /// The number of replacement characters (U+FFFD) inserted into the text for invalid UTF-8 and unpaired
    /// surrogates.
    public var repairs = 0
    /// The labels after the first one. Empty if the line has at most one label.
    public var furtherLabels: [String] = []
    /// `true` if the field of the label is an array, which may be empty.
    public var hasLabelArray = false

    /// The maximum weight of a line.
    public static let maximumWeight = 1_000.0

    package init(
        text: String, label: String, source: String? = nil, weight: Double? = nil, repairs: Int = 0,
        furtherLabels: [String] = []
    ) {
        self.text = text
        self.label = label
        self.source = source
        self.weight = weight
        self.repairs = repairs
        self.furtherLabels = furtherLabels
    }

    /// Parses the weight of a line.
    ///
    /// - Parameter digits: A number in JSON syntax.
    /// - Returns: The weight, or `nil` if `digits` is not a number above 0 and at most ``maximumWeight``.
    public static func weight(_ digits: String) -> Double? {
        guard let number = Double(digits), number > 0, number <= maximumWeight else { return nil }
        return number
    }

    /// Parses the time of a line.
    ///
    /// - Parameter text: An RFC 3339 time, or a number of seconds since 1970-01-01T00:00:00Z.
    /// - Returns: The seconds since 1970-01-01T00:00:00Z, or `nil` for another text.
    public static func time(_ text: String) -> Double? {
        if let time = InternetTime(Array(text.utf8)) {
            return Double(time.seconds) + Double(time.nanoseconds) / 1e9
        }
        guard text.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }), let number = Double(text),
            number.isFinite
        else { return nil }
        return number
    }

    /// The part of an error message that follows the name of a field with an invalid time.
    public static let timeForms =
        "is not a time; expected RFC 3339 such as 2026-01-31T12:00:00Z, or seconds since 1970"

    /// The part of an error message that follows the name of a field with an invalid weight.
    public static let weightRange = "is not a number greater than 0 and at most \(Int(maximumWeight))"
}
