/// A Message-ID of an account as 64 bits, the same in every run: FNV-1a (G. Fowler, L. C. Noll, P. Vo, 1991), mixed once
/// more.
///
/// Among ten million Message-IDs two have the same hash with a probability of 3 in a million; their threads would be one.
enum ReferenceHash {
    static func of(_ messageID: ArraySlice<UInt8>, account: Int64) -> Int64 {
        // The account is mixed in before the first byte: else account 1's 'a@x' would be account 2's 'b@x'.
        var hash = (0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: account)) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
        for byte in messageID { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
        return Int64(bitPattern: hash ^ hash >> 32)
    }
}
