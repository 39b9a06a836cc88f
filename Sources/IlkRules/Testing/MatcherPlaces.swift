public import IlkVocabulary

/// Where a matcher was found in a text.
public struct MatcherPlaces: Sendable, Hashable {
    /// The matcher's name.
    public let name: String
    /// The first places, in bytes of the text.
    public let spans: [TextSpan]
    /// Whether its expression came to a limit, so that there may be more.
    public let gaveUp: Bool
}
