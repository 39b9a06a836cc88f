/// One stretch between two word boundaries: where it is and what it is made of, no more.
public struct WordSegment: Sendable, Hashable {
    /// The first byte of it in the text.
    public var lowerBound: Int32
    /// The byte behind it.
    public var upperBound: Int32
    /// What it is made of.
    public var kind: TokenKind

    /// A segment of these bytes.
    @inlinable
    public init(lowerBound: Int32, upperBound: Int32, kind: TokenKind) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
        self.kind = kind
    }
}
