/// A half-open range of byte offsets in the UTF-8 encoding of a text.
public struct TextSpan: BitwiseCopyable, Hashable, Sendable, Codable, Comparable {
    /// The offset of the first byte.
    public var lowerBound: Int
    /// The offset after the last byte.
    public var upperBound: Int

    /// Creates a span.
    ///
    /// - Parameters:
    ///   - lowerBound: The offset of the first byte.
    ///   - upperBound: The offset after the last byte.
    public init(_ lowerBound: Int, _ upperBound: Int) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
    }

    /// The length in bytes.
    public var count: Int { upperBound - lowerBound }

    /// The span as a range of byte offsets.
    public var range: Range<Int> { lowerBound..<upperBound }

    /// Compares the starts, then the ends.
    public static func < (lhs: TextSpan, rhs: TextSpan) -> Bool {
        (lhs.lowerBound, lhs.upperBound) < (rhs.lowerBound, rhs.upperBound)
    }

    /// Decodes `[lowerBound, upperBound]`.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        lowerBound = try container.decode(Int.self)
        upperBound = try container.decode(Int.self)
    }

    /// Encodes `[lowerBound, upperBound]`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(lowerBound)
        try container.encode(upperBound)
    }
}
