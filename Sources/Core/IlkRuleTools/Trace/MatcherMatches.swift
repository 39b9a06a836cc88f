import IlkRules
public import IlkVocabulary

/// The matches of a matcher in a text.
public struct MatcherMatches: Sendable, Hashable {
    /// The name of the matcher.
    public let name: String
    /// The first matches of the matcher, as byte ranges of the text.
    public let spans: [TextSpan]
    /// A description of the limit that the expression reached, or `nil` if it reached none. If a limit was
    /// reached, there may be more matches.
    public let limit: String?
}
