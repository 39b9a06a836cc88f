/// The type of a token, such as a number, a URL or an emoji. The type is set once, during tokenization, and
/// takes neighboring tokens into account. ``TokenKind`` classifies only the characters of the token.
public enum TokenType: UInt8, Sendable, CaseIterable {
    case word
    /// Digits without letters.
    case number
    /// A part of a URL with a scheme (`http://example.org/a`) or beginning with `www.`
    case url
    /// A part of a mail address.
    case address
    /// A name after an `@`.
    case mention
    /// The `#` or the word of a hashtag.
    case tag
    case emoji
    /// Punctuation and symbols.
    case mark
    /// White space and control characters.
    case space
    /// White space that begins with LF or CR.
    case lineEnd

    /// `true` for all types except marks, spaces and line ends.
    @inlinable public var isWordLike: Bool { rawValue < TokenType.mark.rawValue }

    /// `true` for spaces and line ends.
    @inlinable public var isGap: Bool { rawValue >= TokenType.space.rawValue }

    /// Creates the type that follows from the token's characters alone. `first` is its first byte.
    @inlinable
    @inline(__always)
    package init(_ kind: TokenKind, first: UInt8) {
        switch kind {
        case .letter, .ideographic, .kana: self = .word
        case .number: self = .number
        case .space: self = first == 0x0A || first == 0x0D ? .lineEnd : .space
        case .other: self = .mark
        }
    }
}
