/// SHA-256 in portable code (FIPS 180-4), for processors without SHA-256 instructions. It is also the
/// reference in the tests of those instructions.
enum PlainSHA256 {
    /// Compresses complete blocks of 64 bytes into the state.
    ///
    /// The arithmetic wraps, as the standard defines. The rounds take most of the time, so they use unchecked
    /// buffers of exactly 64 words.
    static func compress(_ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawBufferPointer) {
        constants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                for start in stride(from: 0, to: blocks.count, by: 64) {
                    for index in 0..<16 {
                        let word = blocks.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self)
                        schedule.initializeElement(at: index, to: UInt32(bigEndian: word))
                    }
                    for index in 16..<64 {
                        let near = schedule[index - 2]
                        let far = schedule[index - 15]
                        let sigma1 = rotate(near, 17) ^ rotate(near, 19) ^ near >> 10
                        let sigma0 = rotate(far, 7) ^ rotate(far, 18) ^ far >> 3
                        schedule.initializeElement(
                            at: index, to: sigma1 &+ schedule[index - 7] &+ sigma0 &+ schedule[index - 16])
                    }
                    rounds(&state, schedule, constants)
                }
            }
        }
    }

    @inline(__always)
    private static func rounds(
        _ state: inout SIMD8<UInt32>, _ schedule: UnsafeMutableBufferPointer<UInt32>,
        _ constants: UnsafeBufferPointer<UInt32>
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for start in stride(from: 0, to: 64, by: 8) {
            let word = { (index: Int) in constants[start + index] &+ schedule[start + index] }
            round(a, b, c, &d, e, f, g, &h, word(0))
            round(h, a, b, &c, d, e, f, &g, word(1))
            round(g, h, a, &b, c, d, e, &f, word(2))
            round(f, g, h, &a, b, c, d, &e, word(3))
            round(e, f, g, &h, a, b, c, &d, word(4))
            round(d, e, f, &g, h, a, b, &c, word(5))
            round(c, d, e, &f, g, h, a, &b, word(6))
            round(b, c, d, &e, f, g, h, &a, word(7))
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    @inline(__always)
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
        _ h: inout UInt32, _ word: UInt32
    ) {
        let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
        let first = h &+ sum1 &+ (g ^ (e & (f ^ g))) &+ word
        let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
        d = d &+ first
        h = first &+ sum0 &+ ((a & b) | (c & (a | b)))
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ by: UInt32) -> UInt32 {
        word &>> by | word &<< (32 &- by)
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7,
        0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc,
        0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351,
        0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e,
        0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585,
        0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f,
        0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}
