/// A half-open stretch of a text, in UTF-8 bytes from its start.
public struct TextSpan: BitwiseCopyable, Hashable, Sendable, Codable, Comparable {
    /// The first byte.
    public var lowerBound: Int
    /// The byte behind the last one.
    public var upperBound: Int

    /// The bytes from `lowerBound` up to, not including, `upperBound`.
    public init(_ lowerBound: Int, _ upperBound: Int) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
    }

    /// The length in bytes.
    public var count: Int { upperBound - lowerBound }

    /// The same stretch as a range of byte offsets.
    public var range: Range<Int> { lowerBound..<upperBound }

    /// Ordered by start, then by end.
    public static func < (lhs: TextSpan, rhs: TextSpan) -> Bool {
        (lhs.lowerBound, lhs.upperBound) < (rhs.lowerBound, rhs.upperBound)
    }

    /// Reads `[lowerBound, upperBound]`.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        lowerBound = try container.decode(Int.self)
        upperBound = try container.decode(Int.self)
    }

    /// Writes `[lowerBound, upperBound]`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(lowerBound)
        try container.encode(upperBound)
    }
}
