import CICU

/// The type of a token's characters. The type depends on all characters, unlike ICU's rule status, which
/// depends only on the last character.
public enum TokenKind: UInt8, Sendable, CaseIterable {
    /// White space and control characters.
    case space
    /// Punctuation, symbols and emoji.
    case other
    /// At least one letter of an alphabet or a syllabary, with or without digits.
    case letter
    /// Digits without letters.
    case number
    /// Chinese characters, also in Japanese and Korean.
    case ideographic
    /// Hiragana and katakana.
    case kana

    /// Returns the kind of a token that is one ASCII character.
    @inline(__always)
    static func ofASCII(_ byte: UInt8) -> TokenKind {
        // Safe: the table contains only raw values of this type, which has the layout of a byte.
        unsafeBitCast(ilk_ascii_kind(byte), to: TokenKind.self)
    }

    /// `true` if tokens of this kind count as words.
    @inlinable public var isWord: Bool { rawValue >= TokenKind.letter.rawValue }
}
