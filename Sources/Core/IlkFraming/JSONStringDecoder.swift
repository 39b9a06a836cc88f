import IlkVocabulary

enum JSONStringDecoder {
    /// Appends the decoded string. Each unpaired surrogate escape and each maximal subpart of invalid UTF-8
    /// becomes U+FFFD.
    ///
    /// - Returns: The number of replacement characters (U+FFFD) inserted.
    static func append(
        _ string: JSONString, of line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
    ) -> Int {
        let bytes = UnsafeBufferPointer(rebasing: line[string.contents])
        if string.isASCII && !string.hasEscapes {
            output.append(contentsOf: bytes)
            return 0
        }
        guard string.hasEscapes, let base = bytes.baseAddress else {
            return UTF8Repair.append(bytes, to: &output)
        }
        var repairs = 0
        var offset = 0
        while offset < bytes.count {
            let end = ByteScan.endOfJSONRun(base, from: offset, to: bytes.count)
            if end > offset {
                let run = UnsafeBufferPointer(rebasing: bytes[offset..<end])
                if string.isASCII {
                    output.append(contentsOf: run)
                } else {
                    repairs += UTF8Repair.append(run, to: &output)
                }
            }
            offset = end
            if offset < bytes.count { repairs += appendEscape(bytes, at: &offset, to: &output) }
        }
        return repairs
    }

    /// Returns `true` if `string` decodes to `name`. Copies the string only if it has escapes.
    static func equals(
        _ string: JSONString, of line: UnsafeBufferPointer<UInt8>, _ name: [UInt8]
    ) -> Bool {
        if string.hasEscapes {
            var decoded: [UInt8] = []
            _ = append(string, of: line, to: &decoded)
            return decoded == name
        }
        guard string.contents.count == name.count else { return false }
        let start = string.contents.lowerBound
        for index in 0..<name.count where line[start &+ index] != name[index] { return false }
        return true
    }

    /// Appends the character of the escape at `offset` and moves `offset` after it. Returns 1 if U+FFFD was
    /// inserted.
    private static func appendEscape(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: inout Int, to output: inout [UInt8]
    ) -> Int {
        let mark = bytes[offset + 1]
        guard mark == UInt8(ascii: "u") else {
            output.append(simpleEscape(mark))
            offset += 2
            return 0
        }
        let unit = codeUnit(bytes, at: offset + 2)
        offset += 6
        guard unit & 0xF800 == 0xD800 else {
            appendScalar(unit, to: &output)
            return 0
        }
        if unit < 0xDC00, offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        {
            let low = codeUnit(bytes, at: offset + 2)
            if low & 0xFC00 == 0xDC00 {
                offset += 6
                appendScalar(0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF), to: &output)
                return 0
            }
        }
        appendScalar(0xFFFD, to: &output)
        return 1
    }

    private static func simpleEscape(_ mark: UInt8) -> UInt8 {
        switch mark {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: mark
        }
    }

    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt32 {
        var unit: UInt32 = 0
        for index in offset..<offset + 4 { unit = unit << 4 | UInt32(bytes[index].hexDigitValue ?? 0) }
        return unit
    }

    /// Appends a scalar value, which must not be a surrogate, as UTF-8.
    private static func appendScalar(_ value: UInt32, to output: inout [UInt8]) {
        guard let bytes = Unicode.Scalar(value).flatMap(UTF8.encode) else { return }
        output.append(contentsOf: bytes)
    }
}
