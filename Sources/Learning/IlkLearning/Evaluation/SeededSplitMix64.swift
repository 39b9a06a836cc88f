/// A seeded random number generator for reproducible results: SplitMix64 (G. L. Steele, D. Lea and C. H.
/// Flood, "Fast splittable pseudorandom number generators", 2014).
struct SeededSplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in 0 ..< `count`. `count` must be below 2^32.
    @inline(__always)
    mutating func index(below count: Int) -> Int {
        // Multiply-shift maps 32 random bits to the range without division (D. Lemire 2019). The bias is at
        // most `count` / 2^32.
        Int(((next() >> 32) &* UInt64(count)) >> 32)
    }

    /// Returns a number in 0 ..< 1, a multiple of 2^-53.
    @inline(__always)
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
