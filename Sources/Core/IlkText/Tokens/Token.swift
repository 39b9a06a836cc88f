/// A span between two word boundaries (UAX #29).
public struct Token: Sendable, Hashable {
    /// The byte offset of the start in the text.
    public var lowerBound: Int32
    /// The byte offset of the end in the text.
    public var upperBound: Int32
    /// The start of the normal form (NFKC case fold) in ``TokenizedText/folded``. Only words have a normal
    /// form.
    public var foldedLowerBound: Int32
    /// The end of the normal form in ``TokenizedText/folded``.
    public var foldedUpperBound: Int32
    /// The number of Unicode scalars.
    public var characterCount: Int32
    /// The type of the token's characters.
    public var kind: TokenKind
    /// The properties of the characters, such as their case.
    public var shape: TokenShape
    /// The type of the token.
    public var type: TokenType
    /// `true` if the token continues the URL, mail address or hashtag of the token before it.
    public var isContinued: Bool

    @inlinable
    package init(
        lowerBound: Int32, upperBound: Int32, foldedLowerBound: Int32, foldedUpperBound: Int32,
        characterCount: Int32, kind: TokenKind, shape: TokenShape, type: TokenType
    ) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
        self.foldedLowerBound = foldedLowerBound
        self.foldedUpperBound = foldedUpperBound
        self.characterCount = characterCount
        self.kind = kind
        self.shape = shape
        self.type = type
        isContinued = false
    }

    /// The byte range of the token in the text.
    @inlinable public var range: Range<Int> { Int(lowerBound)..<Int(upperBound) }
    /// The byte range of the normal form in ``TokenizedText/folded``.
    @inlinable public var foldedRange: Range<Int> { Int(foldedLowerBound)..<Int(foldedUpperBound) }
}

/// The properties of a token's characters (its word shape).
///
/// The members are computed properties, so that other modules inline constants instead of loading stored
/// properties.
public struct TokenShape: OptionSet, Sendable, Hashable {
    /// The flags as bits.
    public let rawValue: UInt8

    /// Creates a shape from bits.
    ///
    /// - Parameter rawValue: The flags as bits.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The first character is an upper-case letter.
    @inlinable public static var startsUpper: TokenShape { TokenShape(rawValue: 1) }
    /// An upper-case letter follows the first character.
    @inlinable public static var innerUpper: TokenShape { TokenShape(rawValue: 2) }
    /// The token contains a lower-case letter.
    @inlinable public static var hasLower: TokenShape { TokenShape(rawValue: 4) }
    /// The token contains a digit.
    @inlinable public static var hasDigit: TokenShape { TokenShape(rawValue: 8) }
    /// The token contains an underscore.
    @inlinable public static var hasUnderscore: TokenShape { TokenShape(rawValue: 16) }
    /// The token contains an apostrophe.
    @inlinable public static var hasApostrophe: TokenShape { TokenShape(rawValue: 32) }
    /// The token contains a character outside ASCII.
    @inlinable public static var nonASCII: TokenShape { TokenShape(rawValue: 64) }
    /// The token contains the same letter three times in a row.
    @inlinable public static var elongated: TokenShape { TokenShape(rawValue: 128) }
}
