/// One stretch between two word boundaries (UAX #29).
public struct Token: Sendable, Hashable {
    /// The first byte of it in the text.
    public var lowerBound: Int32
    /// The byte behind it.
    public var upperBound: Int32
    /// Where its normal form (NFKC case fold) begins in ``AnalyzedText/folded``. Only words have one.
    public var foldedLowerBound: Int32
    /// The byte behind its normal form there.
    public var foldedUpperBound: Int32
    /// How many Unicode scalars it has.
    public var characterCount: Int32
    /// What it is made of.
    public var kind: TokenKind
    /// Case and script of its characters.
    public var shape: TokenShape
    /// What it is to readers of words.
    public var type: TokenType
    /// `true` if it continues the URL, address or tag of the token before it.
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

    /// The bytes of it in the text.
    @inlinable public var range: Range<Int> { Int(lowerBound)..<Int(upperBound) }
    /// The bytes of its normal form in ``AnalyzedText/folded``.
    @inlinable public var foldedRange: Range<Int> { Int(foldedLowerBound)..<Int(foldedUpperBound) }
}

/// What the characters of a token have in common.
///
/// Computed, not stored: other modules then see numbers and not places where numbers are.
public struct TokenShape: OptionSet, Sendable, Hashable {
    /// The flags as bits.
    public let rawValue: UInt8

    /// Flags from bits.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The first character is an upper-case letter.
    @inlinable public static var startsUpper: TokenShape { TokenShape(rawValue: 1) }
    /// An upper-case letter stands behind the first character.
    @inlinable public static var innerUpper: TokenShape { TokenShape(rawValue: 2) }
    /// There is a lower-case letter.
    @inlinable public static var hasLower: TokenShape { TokenShape(rawValue: 4) }
    /// There is a digit.
    @inlinable public static var hasDigit: TokenShape { TokenShape(rawValue: 8) }
    /// There is an underscore.
    @inlinable public static var hasUnderscore: TokenShape { TokenShape(rawValue: 16) }
    /// There is an apostrophe.
    @inlinable public static var hasApostrophe: TokenShape { TokenShape(rawValue: 32) }
    /// There is a character outside ASCII.
    @inlinable public static var nonASCII: TokenShape { TokenShape(rawValue: 64) }
    /// The same letter stands three times in a row.
    @inlinable public static var elongated: TokenShape { TokenShape(rawValue: 128) }
}
