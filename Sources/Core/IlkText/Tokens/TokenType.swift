/// The type of a token, as readers of words distinguish them.
///
/// Set once, when a text is tokenized. ``TokenKind`` names the characters that a token is made of.
public enum TokenType: UInt8, Sendable, CaseIterable {
    case word
    /// Digits and no letter.
    case number
    /// Part of a URL with a scheme (`http://example.org/a`) or of one that begins with `www.`.
    case url
    /// Part of a mail address.
    case address
    /// A name behind an `@`.
    case mention
    /// A `#`, or the word behind it.
    case tag
    case emoji
    /// Punctuation and symbols.
    case mark
    /// White space and controls.
    case space
    /// White space that begins with LF or CR.
    case lineEnd

    /// `true` for all types but marks, spaces and line ends.
    @inlinable public var isWordLike: Bool { rawValue < TokenType.mark.rawValue }

    /// `true` for spaces and line ends.
    @inlinable public var isGap: Bool { rawValue >= TokenType.space.rawValue }

    /// The type of a token by its characters alone.
    ///
    /// - Parameters:
    ///   - kind: The kind of the token.
    ///   - first: Its first byte.
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
