import IlkVocabulary

/// Turns the contents of JSON strings into what they stand for: valid UTF-8, whatever was in the line.
enum JSONStringDecoder {
    /// Appends what `string` of `line` stands for.
    ///
    /// Escapes become their characters. An escaped surrogate without its other half and each maximal part of
    /// bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Parameters:
    ///   - string: A string that the scanner has passed.
    ///   - line: The line that it was found in.
    ///   - output: What is appended to.
    /// - Returns: How many times U+FFFD was put in for something else. Linear.
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

    /// Whether `string` of `line` stands for `name`. Nothing is copied unless there are escapes in it.
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

    /// Appends what the escape at `offset` stands for and moves behind it; returns 1 when U+FFFD was put in.
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

    /// Appends a scalar value (not a surrogate) as UTF-8.
    private static func appendScalar(_ value: UInt32, to output: inout [UInt8]) {
        guard let bytes = Unicode.Scalar(value).flatMap(UTF8.encode) else { return }
        output.append(contentsOf: bytes)
    }
}
