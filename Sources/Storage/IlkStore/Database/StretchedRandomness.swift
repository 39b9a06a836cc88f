/// Random numbers for keys: 128 bits of the system's, stretched (SplitMix64 with a step of its own; Steele, Lea, Flood
/// 2014). A call into the kernel for each key would cost as much as half a row's insertion.
///
/// Keys have to differ, also between processes, and have their time before these bits; nobody has to be unable to guess
/// them. Never for secrets.
struct StretchedRandomness: RandomNumberGenerator, Sendable {
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
