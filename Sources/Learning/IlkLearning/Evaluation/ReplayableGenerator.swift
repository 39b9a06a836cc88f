/// A generator of known seed, so that the same outcomes give the same intervals: splitmix64 (G. L. Steele, D. Lea and
/// C. H. Flood, "Fast splittable pseudorandom number generators", 2014).
struct ReplayableGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of 0 ..< `count`, which is below 2^32.
    @inline(__always)
    mutating func index(below count: Int) -> Int {
        Int(((next() >> 32) &* UInt64(count)) >> 32)
    }

    /// A number of 0 ..< 1.
    @inline(__always)
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
