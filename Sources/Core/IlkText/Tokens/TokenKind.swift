import CICU

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

    /// The kind of a token that is one ASCII character.
    @inline(__always)
    static func ofASCII(_ byte: UInt8) -> TokenKind {
        // Safe: the table has raw values of this type only, and a byte is all that such a value is.
        unsafeBitCast(ilk_ascii_kind(byte), to: TokenKind.self)
    }

    /// Whether such a token counts as a word.
    @inlinable public var isWord: Bool { rawValue >= TokenKind.letter.rawValue }
}
