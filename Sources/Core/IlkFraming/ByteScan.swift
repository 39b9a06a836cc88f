/// Scans eight bytes at a time in one register (SWAR). Tests compare each function with a loop over single
/// bytes.
///
/// On every machine, the least significant byte of a word is the first of the eight bytes in memory.
package enum ByteScan {
    /// The lowest bit of each byte. A multiple of this number repeats a value in all eight bytes.
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    /// The top bit of each byte.
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// Loads the eight bytes at `offset`. The caller guarantees `offset + 8 <= count` for the buffer of
    /// `base`.
    @inline(__always)
    static func word(_ base: UnsafePointer<UInt8>, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
    }

    /// Returns a mask with the top bit of each byte that is not ASCII.
    @inline(__always)
    static func notASCII(_ word: UInt64) -> UInt64 { word & tops }

    /// Returns a mask that marks the quotes, the backslashes and the bytes below U+0020, which end a run in a
    /// JSON string.
    ///
    /// Subtracting 1 or 0x20 from each byte sets the top bit of a matching byte (Warren, "Hacker's Delight",
    /// 6-1). Only the lowest mark is exact, because a borrow can set false marks above it.
    @inline(__always)
    static func endsJSONRun(_ word: UInt64) -> UInt64 {
        // The XOR turns a matching byte into 0. It does not change top bits, so `~word` excludes the bytes
        // outside ASCII from all three masks.
        let quote = (word ^ (ones &* 0x22)) &- ones
        let backslash = (word ^ (ones &* 0x5C)) &- ones
        let control = word &- (ones &* 0x20)
        return (quote | backslash | control) & ~word & tops
    }

    /// Returns a mask that marks the line feeds. Only the lowest mark is exact.
    @inline(__always)
    static func lineFeeds(_ word: UInt64) -> UInt64 {
        // The XOR turns a line feed into 0. The rest finds the lowest zero byte (Warren, 6-1).
        let difference = word ^ (ones &* 0x0A)
        return (difference &- ones) & ~difference & tops
    }

    /// Returns the index of the byte with the lowest mark. The mark of byte *k* is bit 8*k* + 7.
    @inline(__always)
    static func index(ofLowest marks: UInt64) -> Int { marks.trailingZeroBitCount &>> 3 }

    /// Returns the offset of the first line feed at or after `start`, or `end` if there is none. `base` must
    /// point to at least `end` bytes.
    package static func firstLineFeed(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while offset &+ 8 <= end {
            let marks = lineFeeds(word(base, offset))
            if marks != 0 { return offset &+ index(ofLowest: marks) }
            offset &+= 8
        }
        // Fewer than eight bytes are left.
        while offset < end, base[offset] != 0x0A { offset &+= 1 }
        return offset
    }

    /// Returns the offset of the first byte at or after `start` that ends a run in a JSON string, or `end` if
    /// there is none. `base` must point to at least `end` bytes.
    static func endOfJSONRun(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while offset &+ 8 <= end {
            let marks = endsJSONRun(word(base, offset))
            if marks != 0 { return offset &+ index(ofLowest: marks) }
            offset &+= 8
        }
        // Fewer than eight bytes are left.
        while offset < end {
            let byte = base[offset]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { return offset }
            offset &+= 1
        }
        return offset
    }
}
