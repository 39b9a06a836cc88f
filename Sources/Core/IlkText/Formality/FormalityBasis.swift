/// What a formality score rests on.
public enum FormalityBasis: String, Sendable, Hashable, CaseIterable {
    /// Measured: the text is English.
    case english
    /// Not measured: the text is of another language, for which there are no weights.
    case otherLanguage
    /// Not measured: the text has no words.
    case noWords
}
