import IlkVocabulary

/// A nonblank line without surrounding white space, and the properties of its form.
struct Line {
    /// The text's bytes, valid for the lifetime of the survey that creates the line.
    let bytes: UnsafeBufferPointer<UInt8>
    private let lower: Int
    private let upper: Int
    let indentation: Int
    let startsWithTab: Bool

    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ span: TextSpan) {
        var lower = span.lowerBound
        var upper = span.upperBound
        while lower < upper, bytes[lower] <= 0x20 { lower += 1 }
        while upper > lower, bytes[upper - 1] <= 0x20 { upper -= 1 }
        guard lower < upper else { return nil }
        self.bytes = bytes
        self.lower = lower
        self.upper = upper
        indentation = lower - span.lowerBound
        startsWithTab = indentation > 0 && bytes[span.lowerBound] == 0x09
    }

    var count: Int { upper - lower }
    var firstByte: UInt8 { bytes[lower] }
    var lastByte: UInt8 { bytes[upper - 1] }

    @inline(__always)
    func byte(_ index: Int) -> UInt8 {
        let offset = lower + index
        return offset < upper ? bytes[offset] : 0
    }

    var range: Range<Int> { lower..<upper }

    func begins(with phrases: Phrases, from index: Int) -> Bool {
        phrases.begins(bytes, lower + index, upper)
    }

    /// The number of Unicode scalars.
    var characterCount: Int { range.count { bytes[$0] & 0xC0 != 0x80 } }

    /// `true` if the line can be a quotation, list item, comment, heading, signature or speaker, judged by
    /// its first byte.
    @inline(__always)
    var mayBeMarked: Bool { Self.marks[Int(firstByte)] }

    private static let marks = FixedTable(
        (0...UInt8.max).map { $0.isASCIIDigit || $0 == 0xE2 || ">-/#*<%+[=~^".utf8.contains($0) })

    /// `true` if the line can be an attribution.
    @inline(__always)
    var mayBeAttribution: Bool { lastByte == UInt8(ascii: ":") || firstByte == UInt8(ascii: "-") }

    /// The index of the first colon, if it is within the maximum length of a field name, speaker or setting.
    var firstColon: Int? { colonOffset(limit: 28) }

    var isQuoted: Bool { firstByte == UInt8(ascii: ">") && indentation == 0 }

    var isSignatureMark: Bool {
        count == 2 && firstByte == UInt8(ascii: "-") && lastByte == UInt8(ascii: "-")
    }

    var endsLikeCode: Bool {
        switch lastByte {
        case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ">"),
            UInt8(ascii: "\\"), UInt8(ascii: "="):
            return true
        case UInt8(ascii: ")"): return count < 2 || bytes[upper - 2] != UInt8(ascii: ":")
        default: return false
        }
    }

    var isComment: Bool {
        switch firstByte {
        case UInt8(ascii: "/"): return byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*")
        case UInt8(ascii: "#"): return byte(1) == UInt8(ascii: " ") || byte(1) == UInt8(ascii: "!")
        case UInt8(ascii: "*"): return byte(1) == UInt8(ascii: "/") || indentation == 1
        case UInt8(ascii: "<"): return byte(1) == UInt8(ascii: "!") && byte(2) == UInt8(ascii: "-")
        case UInt8(ascii: "-"):
            return byte(1) == UInt8(ascii: "-") && byte(2) == UInt8(ascii: " ") && count > 3
        case UInt8(ascii: "%"): return byte(1) == UInt8(ascii: " ") || byte(1) == UInt8(ascii: "%")
        default: return false
        }
    }

    var isListItem: Bool {
        switch firstByte {
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): return byte(1) == UInt8(ascii: " ")
        case 0xE2: return byte(1) == 0x80 && byte(2) == 0xA2
        default:
            var index = 0
            while index < 3, byte(index).isASCIIDigit { index += 1 }
            guard index > 0 else { return false }
            let mark = byte(index)
            return (mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")"))
                && byte(index + 1) == UInt8(ascii: " ")
        }
    }

    /// `true` for `## Heading`, `== Heading ==`.
    var isMarkedHeading: Bool {
        guard firstByte == UInt8(ascii: "#") || firstByte == UInt8(ascii: "=") else { return false }
        var index = 0
        while index < 6, byte(index) == firstByte { index += 1 }
        guard byte(index) == UInt8(ascii: " "), firstByte == UInt8(ascii: "#") || index > 1 else {
            return false
        }
        let next = byte(index + 1)
        return next >= UInt8(ascii: "A") && next <= UInt8(ascii: "Z") || next >= 0xC3
    }

    /// `true` if the line consists of three or more equal marks.
    var isUnderline: Bool {
        guard count >= 3 else { return false }
        switch firstByte {
        case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "~"), UInt8(ascii: "^"): break
        default: return false
        }
        for offset in lower..<upper where bytes[offset] != firstByte { return false }
        return true
    }

    /// `true` if the line is short, begins with a capital, and ends with neither a terminator nor a mark of
    /// code.
    var looksLikeHeading: Bool {
        guard count <= 70, firstByte >= UInt8(ascii: "A") && firstByte <= UInt8(ascii: "Z") else {
            return false
        }
        return lastByte.isASCIILetter || lastByte.isASCIIDigit || lastByte == UInt8(ascii: ")")
    }

    /// `true` for `Name: value` with the name of a mail header field.
    var isHeader: Bool { firstColon.map(isHeader) ?? false }

    /// Like `isHeader`, with a known first colon.
    func isHeader(_ colon: Int) -> Bool {
        guard firstByte.isASCIILetter, colon < 26 else { return false }
        guard lower + colon + 1 >= upper || byte(colon + 1) <= 0x20 else { return false }
        return Phrases.headers.contains(bytes, lower, lower + colon)
    }

    /// `true` for `<nick> text`, `[12:03] text`, `12:03 nick: text`, `Ana: text`.
    var isSpeaker: Bool { isMarkedSpeaker || (firstColon.map(isNamedSpeaker) ?? false) }

    /// `true` for `<nick> text`, `[12:03] text`, `12:03 nick: text`.
    var isMarkedSpeaker: Bool {
        if firstByte == UInt8(ascii: "<") {
            var index = 1
            while index < 30, byte(index).isWordByte || byte(index) == UInt8(ascii: "-") { index += 1 }
            return index > 1 && byte(index) == UInt8(ascii: ">") && byte(index + 1) == UInt8(ascii: " ")
        }
        if firstByte == UInt8(ascii: "[") { return byte(1).isASCIIDigit && byte(3) == UInt8(ascii: ":") }
        return firstByte.isASCIIDigit && isTimedSpeaker
    }

    /// `true` for `Ana: text`, with a known first colon. The names of mail header fields are excluded.
    func isNamedSpeaker(_ colon: Int) -> Bool {
        guard firstByte.isWordByte, !firstByte.isASCIIDigit, colon < 24,
            byte(colon + 1) == UInt8(ascii: " ")
        else {
            return false
        }
        var spaces = 0
        for index in 0..<colon {
            if byte(index) == UInt8(ascii: " ") {
                spaces += 1
            } else if !byte(index).isWordByte && byte(index) != UInt8(ascii: "-") {
                return false
            }
        }
        return spaces <= 1 && !Phrases.headers.contains(bytes, lower, lower + colon)
    }

    private var isTimedSpeaker: Bool {
        guard let colon = colonOffset(limit: 16), byte(colon + 1).isASCIIDigit else { return false }
        var index = colon + 3
        while index < min(count, colon + 40) {
            if byte(index) == UInt8(ascii: ":") { return byte(index + 1) == UInt8(ascii: " ") }
            index += 1
        }
        return false
    }

    @inline(__always)
    private func colonOffset(limit: Int) -> Int? {
        let end = min(limit, count)
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        // Eight bytes per step: the XOR turns a colon into a zero byte, and the subtraction borrows from a
        // zero byte.
        while index + 8 <= end {
            let eight = UInt64(
                littleEndian: raw.loadUnaligned(fromByteOffset: lower + index, as: UInt64.self))
            let other = eight ^ 0x3A3A_3A3A_3A3A_3A3A
            let zeros = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
            if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < end {
            if byte(index) == UInt8(ascii: ":") { return index }
            index += 1
        }
        return nil
    }

    /// `true` for a salutation on a separate line.
    var isGreeting: Bool {
        guard count <= 60 else { return false }
        switch lastByte {
        case UInt8(ascii: "?"), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "}"): return false
        case UInt8(ascii: ","), UInt8(ascii: "!"), UInt8(ascii: ":"), UInt8(ascii: "."): break
        default: guard count <= 30 else { return false }
        }
        return begins(with: .greetings, from: 0)
    }

    /// `true` for a farewell on a separate line.
    var isClosing: Bool {
        count <= 45 && lastByte != UInt8(ascii: "?") && begins(with: .closings, from: 0)
    }
}
