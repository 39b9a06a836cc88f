/// Takes what ``FormalityWalk`` finds: one conformer counts, the other also remembers where.
protocol FormalitySink {
    /// Adds to a feature's count what stands in a stretch of the text.
    mutating func add(_ feature: FormalityFeature, _ amount: Int, lower: Int32, upper: Int32)
    /// Adds 1 to each class of words whose bit is set.
    mutating func add(classes bits: UInt64, lower: Int32, upper: Int32)
}

/// Counts, into memory that its maker owns: ``FormalityFeature/count`` zeros that live as long as it is used.
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
