/// SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", 2014).
/// Equal seeds give equal numbers. Tests print their seeds, so that failures can be reproduced.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameter seed: The seed.
    public init(seed: UInt64) { state = seed }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a uniformly distributed number.
    ///
    /// - Parameter bound: The upper bound, which is excluded.
    public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
