import IlkRules
public import IlkVocabulary

/// The matches of a matcher in a text.
public struct MatcherMatches: Sendable, Hashable {
    /// The name of the matcher.
    public let name: String
    /// The first matches, as byte ranges of the text.
    public let spans: [TextSpan]
    /// A description of the limit that the expression reached, after which there may be
    /// more matches, or `nil`.
    public let limit: String?
}
