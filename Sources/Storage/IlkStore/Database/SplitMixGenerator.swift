/// A random number generator for record ids: SplitMix64 (Steele, Lea and Flood 2014), seeded with 128 bits of
/// system randomness. 64 of these bits are the initial state, the others the increment. The generator avoids
/// a system call for each id, which would be a large part of the cost of an insertion.
///
/// Ids must be unique across processes, and begin with their time. They do not have to be unpredictable.
/// Never use this generator for secrets.
struct SplitMixGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64
    private let step: UInt64

    init() {
        var system = SystemRandomNumberGenerator()
        state = system.next()
        step = system.next() | 1
    }

    mutating func next() -> UInt64 {
        state &+= step
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
