/// The encoding of a 64-bit word of a ledger file: 48 bits of value above 16 bits of checksum.
///
/// The checksum is the CRC-16 of the value (polynomial 0x1021), XORed with a mask that depends on the word's
/// position in the file. It detects all errors of up to three bits and all bursts of up to 16 bits. A zeroed
/// word, or an intact word from another position, never passes. A random word passes with a probability of 1
/// in 65,536.
enum LedgerWord {
    static let largest: UInt64 = 1 << 48 - 1

    /// Returns the word for a value. Values above ``largest`` are clamped to it.
    static func encode(_ value: UInt64, at position: Int) -> UInt64 {
        let value = min(value, largest)
        return value << 16 | UInt64(check(of: value, at: position))
    }

    /// Returns the value of a word, or `nil` if the checksum is wrong.
    static func decode(_ word: UInt64, at position: Int) -> UInt64? {
        let value = word >> 16
        return UInt16(truncatingIfNeeded: word) == check(of: value, at: position) ? value : nil
    }

    private static func check(of value: UInt64, at position: Int) -> UInt16 {
        // An odd factor maps the positions of a file to different masks, none of which is 0.
        let mask = UInt16(truncatingIfNeeded: position &+ 1) &* 0x9E37
        return cyclicRedundancy(of: value) ^ mask
    }

    /// The CRC-16 of six bytes, byte by byte without a table, because every write of a word pays for it.
    private static func cyclicRedundancy(of value: UInt64) -> UInt16 {
        var sum: UInt16 = 0
        var shift: UInt64 = 40
        while true {
            sum = sum.byteSwapped ^ UInt16(truncatingIfNeeded: value &>> shift & 0xFF)
            sum ^= (sum & 0xFF) &>> 4
            sum ^= sum &<< 12
            sum ^= (sum & 0xFF) &<< 5
            guard shift > 0 else { return sum }
            shift &-= 8
        }
    }
}
