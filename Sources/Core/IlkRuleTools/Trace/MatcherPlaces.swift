import IlkRules
public import IlkVocabulary

/// Where a matcher was found in a text.
public struct MatcherPlaces: Sendable, Hashable {
    /// The matcher's name.
    public let name: String
    /// The first places, in bytes of the text.
    public let spans: [TextSpan]
    /// The limit that its expression came to, in words, so that there may be more places; nil when it came to none.
    public let limit: String?
}
