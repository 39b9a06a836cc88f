/// Eight bytes at a time in one register: the reference for each of these is the loop a byte that tests hold
/// beside it.
///
/// A word holds the bytes in memory order from its least significant end, on every machine.
package enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The eight bytes at `offset`.
    ///
    /// Proof of the pointer: callers hold `offset + 8 <= count` of the buffer that it comes from.
    @inline(__always)
    static func word(_ base: UnsafePointer<UInt8>, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
    }

    /// The top bits of the bytes that are not ASCII.
    @inline(__always)
    static func notASCII(_ word: UInt64) -> UInt64 { word & tops }

    /// Marks the bytes that end a run inside a JSON string: the quote, the backslash, and what is below
    /// U+0020.
    ///
    /// Only the lowest mark is exact: a borrow may put false ones above it.
    @inline(__always)
    static func endsJSONRun(_ word: UInt64) -> UInt64 {
        let quote = (word ^ (ones &* 0x22)) &- ones
        let backslash = (word ^ (ones &* 0x5C)) &- ones
        let control = word &- (ones &* 0x20)
        return (quote | backslash | control) & ~word & tops
    }

    /// Marks the line feeds. Only the lowest mark is exact.
    @inline(__always)
    static func lineFeeds(_ word: UInt64) -> UInt64 {
        let difference = word ^ (ones &* 0x0A)
        return (difference &- ones) & ~difference & tops
    }

    /// How many bytes stand before the lowest mark.
    @inline(__always)
    static func index(ofLowest marks: UInt64) -> Int { marks.trailingZeroBitCount &>> 3 }

    /// The first byte at or after `start` that is a line feed, or `end`.
    ///
    /// Proof of the pointer: callers lend at least `end` bytes. Linear.
    package static func firstLineFeed(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while offset &+ 8 <= end {
            let marks = lineFeeds(word(base, offset))
            if marks != 0 { return offset &+ index(ofLowest: marks) }
            offset &+= 8
        }
        while offset < end, base[offset] != 0x0A { offset &+= 1 }
        return offset
    }

    /// The first byte at or after `start` that ends a run inside a JSON string, or `end`.
    ///
    /// Proof of the pointer: callers lend at least `end` bytes. Linear.
    static func endOfJSONRun(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while offset &+ 8 <= end {
            let marks = endsJSONRun(word(base, offset))
            if marks != 0 { return offset &+ index(ofLowest: marks) }
            offset &+= 8
        }
        while offset < end {
            let byte = base[offset]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { return offset }
            offset &+= 1
        }
        return offset
    }
}
