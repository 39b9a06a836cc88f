import IlkVocabulary

/// One line that is not blank: its bytes without the white space around them, and what it looks like.
struct Line {
    /// The text's bytes, alive for as long as the survey that made this.
    let bytes: UnsafeBufferPointer<UInt8>
    private let lower: Int
    private let upper: Int
    let indentation: Int
    let startsWithTab: Bool

    /// The line of a span, or nil when it is blank.
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

    /// The bytes of it in the text.
    var range: Range<Int> { lower..<upper }

    /// Whether a phrase stands at an index of the line.
    func begins(with phrases: Phrases, from index: Int) -> Bool {
        phrases.begins(bytes, lower + index, upper)
    }

    /// How many Unicode scalars the line has.
    var characterCount: Int { range.count { bytes[$0] & 0xC0 != 0x80 } }

    /// Whether a quotation mark, a list, a comment, a heading, a signature or a speaker can begin here: the first byte
    /// is neither a letter nor anything else that none of them begins with.
    @inline(__always)
    var mayBeMarked: Bool { Self.marks[Int(firstByte)] }

    private static let marks = FixedTable(
        (0...UInt8.max).map { $0.isASCIIDigit || $0 == 0xE2 || ">-/#*<%+[=~^".utf8.contains($0) })

    /// Whether the line can give the word to somebody quoted.
    @inline(__always)
    var mayBeAttribution: Bool { lastByte == UInt8(ascii: ":") || firstByte == UInt8(ascii: "-") }

    /// Where the first colon is, among as many bytes as the name of a field, a speaker or a setting has.
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

    /// `## Heading`, `== Heading ==`.
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

    /// A line of one and the same mark, three times or more.
    var isUnderline: Bool {
        guard count >= 3 else { return false }
        switch firstByte {
        case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "~"), UInt8(ascii: "^"): break
        default: return false
        }
        for offset in lower..<upper where bytes[offset] != firstByte { return false }
        return true
    }

    /// Short, begins with a capital, has no stop and no mark of code at its end.
    var looksLikeHeading: Bool {
        guard count <= 70, firstByte >= UInt8(ascii: "A") && firstByte <= UInt8(ascii: "Z") else {
            return false
        }
        return lastByte.isASCIILetter || lastByte.isASCIIDigit || lastByte == UInt8(ascii: ")")
    }

    /// `Name: value` with the name of a mail header field.
    var isHeader: Bool { firstColon.map(isHeader) ?? false }

    /// The same, when the first colon is known.
    func isHeader(_ colon: Int) -> Bool {
        guard firstByte.isASCIILetter, colon < 26 else { return false }
        guard lower + colon + 1 >= upper || byte(colon + 1) <= 0x20 else { return false }
        return Phrases.headers.contains(bytes, lower, lower + colon)
    }

    /// `<nick> text`, `[12:03] text`, `12:03 nick: text`, `Ana: text`.
    var isSpeaker: Bool { isMarkedSpeaker || (firstColon.map(isNamedSpeaker) ?? false) }

    /// `<nick> text`, `[12:03] text`, `12:03 nick: text`.
    var isMarkedSpeaker: Bool {
        if firstByte == UInt8(ascii: "<") {
            var index = 1
            while index < 30, byte(index).isWordByte || byte(index) == UInt8(ascii: "-") { index += 1 }
            return index > 1 && byte(index) == UInt8(ascii: ">") && byte(index + 1) == UInt8(ascii: " ")
        }
        if firstByte == UInt8(ascii: "[") { return byte(1).isASCIIDigit && byte(3) == UInt8(ascii: ":") }
        return firstByte.isASCIIDigit && isTimedSpeaker
    }

    /// `Ana: text`, when the first colon is known. The name of a mail header field is no speaker's.
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
        // Eight bytes a step: a byte that is a colon becomes zero, and a zero byte borrows.
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

    /// A salutation on a line of its own.
    var isGreeting: Bool {
        guard count <= 60 else { return false }
        switch lastByte {
        case UInt8(ascii: "?"), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "}"): return false
        case UInt8(ascii: ","), UInt8(ascii: "!"), UInt8(ascii: ":"), UInt8(ascii: "."): break
        default: guard count <= 30 else { return false }
        }
        return begins(with: .greetings, from: 0)
    }

    /// A farewell on a line of its own.
    var isClosing: Bool {
        count <= 45 && lastByte != UInt8(ascii: "?") && begins(with: .closings, from: 0)
    }
}
