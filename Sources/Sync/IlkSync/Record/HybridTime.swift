/// A moment of a hybrid logical clock (S. Kulkarni and others, "Logical physical clocks", 2014): 48 bits of milliseconds
/// since 1970 and a 16-bit counter that runs over into them.
public struct HybridTime: Hashable, Sendable, Codable, Comparable {
    /// Milliseconds times 65,536, and the counter.
    public let bits: UInt64

    /// The moment of these bits.
    public init(bits: UInt64) { self.bits = bits }

    /// The beginning of a millisecond since 1970. One before 1970 counts as 0, one after the year 10889 as that year.
    public init(milliseconds: Int64) {
        bits = UInt64(min(max(0, milliseconds), 0xFFFF_FFFF_FFFF)) << 16
    }

    /// Before all others.
    public static let zero = HybridTime(bits: 0)

    /// Whole milliseconds since 1970.
    public var milliseconds: Int64 { Int64(bits >> 16) }

    /// The next moment there is.
    public var next: HybridTime { HybridTime(bits: bits == .max ? .max : bits + 1) }

    /// The moment this many milliseconds later.
    public func later(by milliseconds: Int64) -> HybridTime {
        let (sum, isOver) = bits.addingReportingOverflow(UInt64(max(0, milliseconds)) << 16)
        return HybridTime(bits: isOver ? .max : sum)
    }

    /// Ordered in time.
    public static func < (lhs: HybridTime, rhs: HybridTime) -> Bool { lhs.bits < rhs.bits }
}
