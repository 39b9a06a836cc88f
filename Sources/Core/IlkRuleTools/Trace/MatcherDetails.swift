import IlkRules

/// The compiled form of one matcher, for display.
public struct MatcherDetails: Sendable, Hashable {
    /// The name of the matcher.
    public let name: String
    /// The type of the matcher, for example `regex`.
    public let kind: String
    /// The regular expression, or `nil` for other types.
    public let expression: String?
    /// The lowercase strings with which matches begin. The expression is tried only where one of these
    /// strings occurs. Empty if the expression has no such strings.
    public let starts: [String]
    /// Further lowercase strings, at least one of which must occur anywhere in the text. Empty if the
    /// expression requires none.
    public let others: [String]
    /// The number of required character sets. The text must contain a character of each set.
    public let characterSets: Int
    /// `true` if ICU runs the expression, which is slower. Only ICU supports back references
    /// and similar constructs.
    public let isRunByICU: Bool
    /// `true` if the expression is run on every text, because it requires no string.
    public let isAlwaysRun: Bool
}
