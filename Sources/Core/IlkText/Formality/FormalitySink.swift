/// Receives the features found by ``FormalityWalk``. One conforming type counts the features, the other also
/// records their spans.
protocol FormalitySink {
    mutating func add(_ feature: FormalityFeature, _ amount: Int, lower: Int32, upper: Int32)
    /// Adds 1 to each word class whose bit is set.
    mutating func add(classes bits: UInt64, lower: Int32, upper: Int32)
}

/// Counts features in a buffer of ``FormalityFeature/count`` zeros. The caller owns the buffer and must keep
/// it alive.
struct FormalityTally: FormalitySink {
    let counts: UnsafeMutableBufferPointer<Int32>

    @inline(__always)
    mutating func add(_ feature: FormalityFeature, _ amount: Int, lower: Int32, upper: Int32) {
        counts[feature.rawValue] &+= Int32(truncatingIfNeeded: amount)
    }

    @inline(__always)
    mutating func add(classes bits: UInt64, lower: Int32, upper: Int32) {
        var rest = bits
        while rest != 0 {
            counts[rest.trailingZeroBitCount] &+= 1
            rest &= rest &- 1
        }
    }
}
