/// Converts arbitrary bytes to valid UTF-8, so that later stages can rely on it.
///
/// Each maximal subpart of an ill-formed sequence becomes one U+FFFD, as the Unicode Standard recommends
/// (section 3.9, "U+FFFD Substitution of Maximal Subparts") and as `String(decoding:as:)` and web browsers
/// do. NUL, noncharacters and byte order marks are well-formed and preserved.
public enum UTF8Repair {
    /// Returns the length in bytes of the longest prefix that is valid UTF-8. An incomplete sequence at the
    /// end is not valid.
    ///
    /// - Parameter bytes: The bytes.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func validPrefix(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        return validEnd(base, from: 0, to: bytes.count)
    }

    /// Returns `true` if all bytes are valid UTF-8.
    ///
    /// - Parameter bytes: The bytes.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        validPrefix(of: bytes) == bytes.count
    }

    /// Appends bytes and replaces each maximal subpart of invalid UTF-8 with U+FFFD.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - output: The output buffer. It grows by at most three times the number of bytes.
    /// - Returns: The number of replacement characters (U+FFFD) inserted. 0 means that the bytes were
    ///   appended unchanged.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func append(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var repairs = 0
        var offset = 0
        while true {
            let end = validEnd(base, from: offset, to: bytes.count)
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[offset..<end]))
            if end == bytes.count { return repairs }
            // U+FFFD in UTF-8.
            output.append(0xEF)
            output.append(0xBF)
            output.append(0xBD)
            repairs += 1
            // The length is negated, because the sequence is ill-formed.
            offset = end - sequence(base, at: end, to: bytes.count)
        }
    }

    /// Returns the offset of the first invalid sequence at or after `start`, or `end`.
    private static func validEnd(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        // Wrapping arithmetic avoids overflow checks. Offsets are at most `end`.
        var offset = start
        while offset < end {
            if base[offset] < 0x80 {
                // Skips ASCII eight bytes at a time, and the rest byte by byte.
                while offset &+ 8 <= end {
                    let marks = ByteScan.notASCII(ByteScan.word(base, offset))
                    if marks != 0 {
                        offset &+= ByteScan.index(ofLowest: marks)
                        break
                    }
                    offset &+= 8
                }
                while offset < end, base[offset] < 0x80 { offset &+= 1 }
            } else {
                let length = sequence(base, at: offset, to: end)
                if length < 0 { return offset }
                offset &+= length
            }
        }
        return end
    }

    /// Returns the length of the non-ASCII sequence at `offset`, or the negated length of the ill-formed
    /// subpart.
    ///
    /// The byte ranges follow table 3-7 of the Unicode Standard.
    @inline(__always)
    private static func sequence(_ base: UnsafePointer<UInt8>, at offset: Int, to end: Int) -> Int {
        let lead = base[offset]
        let needed: Int
        var lowest: UInt8 = 0x80
        var highest: UInt8 = 0xBF
        // Some lead bytes restrict the second byte: 0xE0 and 0xF0 exclude overlong forms, 0xED excludes
        // surrogates, and 0xF4 excludes numbers above U+10FFFF.
        switch lead {
        case 0xC2...0xDF: needed = 2
        case 0xE0...0xEF:
            needed = 3
            if lead == 0xE0 { lowest = 0xA0 }
            if lead == 0xED { highest = 0x9F }
        case 0xF0...0xF4:
            needed = 4
            if lead == 0xF0 { lowest = 0x90 }
            if lead == 0xF4 { highest = 0x8F }
        // A continuation byte, or a byte that never occurs in UTF-8.
        default: return -1
        }
        var length = 1
        while length < needed {
            guard offset &+ length < end else { return -length }
            let byte = base[offset &+ length]
            guard byte >= lowest, byte <= highest else { return -length }
            // The third and fourth bytes are any continuation bytes.
            lowest = 0x80
            highest = 0xBF
            length &+= 1
        }
        return needed
    }
}
