/// A linear congruential generator of known seed (Knuth's MMIX), for texts that can be made again.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// A generator that begins with a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var mixed = state
        mixed ^= mixed >> 33
        mixed = mixed &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ (mixed >> 33)
    }
}
