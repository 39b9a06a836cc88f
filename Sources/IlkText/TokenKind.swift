/// What a token is made of. Defined by its characters, not by ICU's rule status, which only looks at the last one.
public enum TokenKind: UInt8, Sendable, CaseIterable {
    /// White space and controls.
    case space
    /// Punctuation, symbols, emoji: anything that is none of the others.
    case other
    /// At least one letter of an alphabet or a syllabary, digits or not beside it.
    case letter
    /// Digits and no letter.
    case number
    /// Chinese characters (also of Japanese and Korean).
    case ideographic
    /// Hiragana and katakana.
    case kana

    /// Whether such a token counts as a word.
    public var isWord: Bool { rawValue >= TokenKind.letter.rawValue }
}
