/// Whether bytes are UTF-8 as RFC 3629 has it: shortest forms, no surrogates, nothing above U+10FFFF.
enum UTF8Check {
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = 0
        let count = bytes.count
        let raw = UnsafeRawBufferPointer(bytes)
        while offset < count {
            while offset + 8 <= count,
                raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                offset += 8
            }
            guard offset < count else { break }
            let length = sequenceLength(bytes, at: offset)
            if length == 0 { return false }
            offset += length
        }
        return true
    }

    /// The length of the well-formed sequence that begins here, or 0.
    private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
        let first = bytes[offset]
        if first < 0x80 { return 1 }
        let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
        guard length > 0, offset + length <= bytes.count else { return 0 }
        for index in 1..<length where bytes[offset + index] & 0xC0 != 0x80 { return 0 }
        let second = bytes[offset + 1]
        switch first {
        case 0xE0: return second >= 0xA0 ? length : 0
        case 0xED: return second < 0xA0 ? length : 0
        case 0xF0: return second >= 0x90 ? length : 0
        case 0xF4: return second < 0x90 ? length : 0
        default: return length
        }
    }
}
