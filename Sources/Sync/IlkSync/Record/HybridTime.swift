/// A moment of a hybrid logical clock (S. Kulkarni et al., "Logical physical clocks", 2014): 48 bits of
/// milliseconds since 1970, and a 16-bit counter whose overflow carries into the milliseconds.
public struct HybridTime: Hashable, Sendable, Codable, Comparable {
    /// The milliseconds times 65,536, plus the counter.
    public let bits: UInt64

    /// Creates a moment from its bits.
    ///
    /// - Parameter bits: The milliseconds times 65,536, plus the counter.
    public init(bits: UInt64) { self.bits = bits }

    /// Creates the first moment of a millisecond.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970, clamped to 0 … 2⁴⁸ − 1 (the year 10889).
    public init(milliseconds: Int64) {
        bits = UInt64(min(max(0, milliseconds), 0xFFFF_FFFF_FFFF)) << 16
    }

    /// The earliest moment.
    public static let zero = HybridTime(bits: 0)

    /// The whole milliseconds since 1970.
    public var milliseconds: Int64 { Int64(bits >> 16) }

    /// The following moment, or the same moment if there is no later one.
    public var next: HybridTime { HybridTime(bits: bits == .max ? .max : bits + 1) }

    /// Returns the moment a number of milliseconds later, or the last moment on overflow.
    ///
    /// - Parameter milliseconds: The distance. Negative values count as 0.
    public func later(by milliseconds: Int64) -> HybridTime {
        let (sum, isOver) = bits.addingReportingOverflow(UInt64(max(0, milliseconds)) << 16)
        return HybridTime(bits: isOver ? .max : sum)
    }

    /// Orders moments by time.
    public static func < (lhs: HybridTime, rhs: HybridTime) -> Bool { lhs.bits < rhs.bits }
}
