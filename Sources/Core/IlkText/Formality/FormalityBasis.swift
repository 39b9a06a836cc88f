/// The reason why a formality score was or was not computed.
public enum FormalityBasis: String, Sendable, Hashable, CaseIterable {
    /// The text is English, and the score was computed.
    case english
    /// The text is in a language without weights, and no score was computed.
    case otherLanguage
    /// The text has no words, and no score was computed.
    case noWords
}
