/// A 64-bit hash of an account and a Message-ID, which is the same in every run: FNV-1a (G. Fowler, L. C.
/// Noll, P. Vo, 1991) with a final mix.
///
/// The probability that any two of ten million Message-IDs have the same hash is 3 in a million. In this
/// case, the threads of the two messages would be merged.
enum ReferenceHash {
    static func of(_ messageID: ArraySlice<UInt8>, account: Int64) -> Int64 {
        // This multiplication prevents a collision of 'a@x' in account 1 with 'b@x' in account 2.
        var hash = (0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: account)) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
        // FNV-1a multiplies modulo 2^64. The xor-shifts fold the high bits into the low ones.
        for byte in messageID { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
        return Int64(bitPattern: hash ^ hash >> 32)
    }
}
