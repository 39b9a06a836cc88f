import IlkRules

/// The compiled form of one matcher, for display.
public struct MatcherDetails: Sendable, Hashable {
    /// The name of the matcher.
    public let name: String
    /// The type of the matcher, for example `regex`.
    public let kind: String
    /// The regular expression, or `nil` for a matcher of another type.
    public let expression: String?
    /// The lowercase strings with which all matches begin. The expression is tried only where one of these
    /// strings occurs. The array is empty if the expression has no such strings.
    public let starts: [String]
    /// Further lowercase strings that the expression requires. At least one of these strings must occur
    /// anywhere in the text. The array is empty if the expression requires none.
    public let others: [String]
    /// The number of character sets that the expression requires. The text must contain a character of each
    /// set.
    public let characterSets: Int
    /// `true` if the expression is run on every text, because it requires no string.
    public let isAlwaysRun: Bool
}
