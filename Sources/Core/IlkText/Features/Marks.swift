import IlkVocabulary

/// Recognizes addresses, tags, times, emoticons and the like around a mark. All functions examine a bounded
/// span. In their descriptions, “here” is the byte at `offset`.
enum Marks {
    enum Address {
        case none, email, mention
    }

    @inline(__always)
    static func byte(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt8 {
        offset >= 0 && offset < bytes.count ? bytes[offset] : 0
    }

    /// `true` if no word ends directly before a mark, so that the mark can begin a handle, a hashtag or an
    /// emoticon.
    @inline(__always)
    static func isOpen(_ bytes: UnsafeBufferPointer<UInt8>, before offset: Int) -> Bool {
        let previous = byte(bytes, offset - 1)
        switch previous {
        case 0, UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"),
            UInt8(ascii: "("),
            UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "!"),
            UInt8(ascii: "?"), UInt8(ascii: ":"):
            return true
        default: return previous >= 0x80
        }
    }

    /// `true` if a run of two or more full stops begins here.
    static func beginsDotRun(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        byte(bytes, offset + 1) == UInt8(ascii: ".") && byte(bytes, offset - 1) != UInt8(ascii: ".")
    }

    /// `true` if `www` ends before the full stop here and a name follows.
    static func endsWWW(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset >= 3, byte(bytes, offset + 1).isWordByte else { return false }
        for back in 1...3 where bytes[offset - back] | 0x20 != UInt8(ascii: "w") { return false }
        let before = byte(bytes, offset - 4)
        return !before.isWordByte && before != UInt8(ascii: "/")
    }

    /// `true` if the colon here is part of `scheme://`.
    static func isScheme(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        byte(bytes, offset + 1) == UInt8(ascii: "/") && byte(bytes, offset + 2) == UInt8(ascii: "/")
            && byte(bytes, offset - 1).isASCIILetter && byte(bytes, offset - 2).isASCIILetter
    }

    /// `true` if the colon here is part of `h:mm` or `hh:mm`, not in a longer run of digits and colons.
    static func isTime(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard byte(bytes, offset - 1).isASCIIDigit, byte(bytes, offset + 1).isASCIIDigit,
            byte(bytes, offset + 2).isASCIIDigit,
            !byte(bytes, offset + 3).isASCIIDigit, byte(bytes, offset + 1) <= UInt8(ascii: "5")
        else { return false }
        let start = byte(bytes, offset - 2).isASCIIDigit ? offset - 2 : offset - 1
        let before = byte(bytes, start - 1)
        return !before.isWordByte && before != UInt8(ascii: ":") && before != UInt8(ascii: ".")
    }

    /// Returns the type of address that the `@` here is part of.
    static func address(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Address {
        let next = byte(bytes, offset + 1)
        guard next.isWordByte else { return .none }
        if isOpen(bytes, before: offset) { return .mention }
        var index = offset + 1
        let end = min(bytes.count, offset + 255)
        var sawDot = false
        while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                // A full stop at the end of an address ends the sentence.
                guard Self.byte(bytes, index + 1).isWordByte else { break }
                sawDot = true
            } else if !byte.isWordByte && byte != UInt8(ascii: "-") {
                break
            }
            index += 1
        }
        return sawDot ? .email : .none
    }

    /// `true` if the `#` here begins a hashtag, a name that contains a letter.
    static func isHashtag(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard isOpen(bytes, before: offset), byte(bytes, offset + 1).isWordByte else { return false }
        var index = offset + 1
        let end = min(bytes.count, offset + 64)
        while index < end, bytes[index].isWordByte {
            if !bytes[index].isASCIIDigit { return true }
            index += 1
        }
        return false
    }

    /// `true` if an emoticon begins here: eyes, an optional nose and a mouth, not adjacent to a word.
    static func isEmoticon(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard isOpen(bytes, before: offset) else { return false }
        var mouth = offset + 1
        if bytes[offset] == UInt8(ascii: "<") {
            return byte(bytes, mouth) == UInt8(ascii: "3") && !byte(bytes, mouth + 1).isWordByte
        }
        if byte(bytes, mouth) == UInt8(ascii: "-") || byte(bytes, mouth) == UInt8(ascii: "'") { mouth += 1 }
        switch byte(bytes, mouth) {
        case UInt8(ascii: ")"), UInt8(ascii: "("): return true
        case UInt8(ascii: "D"), UInt8(ascii: "P"), UInt8(ascii: "p"), UInt8(ascii: "o"), UInt8(ascii: "O"),
            UInt8(ascii: "/"), UInt8(ascii: "|"), UInt8(ascii: "*"), UInt8(ascii: "]"), UInt8(ascii: "3"):
            let next = byte(bytes, mouth + 1)
            return !next.isWordByte && next != UInt8(ascii: "/")
        default: return false
        }
    }

    enum Number {
        case year, phone, other
    }

    /// Classifies the number that begins here. Also returns the offset from which the search continues. For a
    /// phone number, it is the end of all groups.
    static func number(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> (kind: Number, end: Int) {
        if byte(bytes, offset - 1).isWordByte { return (.other, offset + 1) }
        var groups = DigitGroups()
        var index = offset
        let limit = min(bytes.count, offset + 24)
        while index < limit {
            if bytes[index].isASCIIDigit {
                groups.addDigit()
                index += 1
            } else {
                let gap = groupGap(bytes, at: index)
                guard gap > 0 else { break }
                groups.addGap(isDot: bytes[index] == UInt8(ascii: "."))
                index += gap
            }
        }
        // Digits after a decimal point continue a number.
        let isRest = byte(bytes, offset - 1) == UInt8(ascii: ".") && byte(bytes, offset - 2).isASCIIDigit
        if groups.isPhone, !isRest, !byte(bytes, index).isASCIIDigit { return (.phone, index) }
        return isYear(bytes, at: offset) ? (.year, offset + 4) : (.other, offset + 1)
    }

    /// Returns the length of the separator between two groups of digits: a space, hyphen, full stop or
    /// parenthesis, or a parenthesis together with a space, hyphen or full stop. Returns 0 if no digit
    /// follows.
    @inline(__always)
    private static func groupGap(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        guard isGroupMark(bytes[index]) else { return 0 }
        let next = byte(bytes, index + 1)
        if next.isASCIIDigit { return 1 }
        let hasBracket = isBracket(bytes[index]) || isBracket(next)
        return hasBracket && isGroupMark(next) && byte(bytes, index + 2).isASCIIDigit ? 2 : 0
    }

    @inline(__always)
    private static func isGroupMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || isBracket(byte)
    }

    @inline(__always)
    private static func isBracket(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
    }

    /// The groups of digits of a possible phone number.
    private struct DigitGroups {
        private var digits = 0
        private var gaps = 0
        private var dots = 0
        private var lengths: (Int, Int) = (0, 0)

        mutating func addDigit() {
            digits += 1
            if gaps == 0 { lengths.0 += 1 }
            if gaps == 1 { lengths.1 += 1 }
        }

        mutating func addGap(isDot: Bool) {
            gaps += 1
            if isDot { dots += 1 }
        }

        /// `true` for 9 to 15 digits (the maximum of ITU-T E.164) in at most five groups. Full stops are
        /// allowed only as in 555.123.4567.
        var isPhone: Bool {
            guard digits >= 9, digits <= 15, gaps <= 4 else { return false }
            return dots == 0 || dots == 2 && gaps == 2 && digits == 10 && lengths == (3, 3)
        }
    }

    /// `true` if a year from 1800 to 2099 starts here, without another group of digits after it.
    private static func isYear(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset + 4 <= bytes.count, (offset..<offset + 4).allSatisfy({ bytes[$0].isASCIIDigit }) else {
            return false
        }
        let next = byte(bytes, offset + 4)
        guard !next.isWordByte else { return false }
        if next == UInt8(ascii: " ") || next == UInt8(ascii: "-"), byte(bytes, offset + 5).isASCIIDigit {
            return false
        }
        switch (bytes[offset], bytes[offset + 1]) {
        case (UInt8(ascii: "1"), UInt8(ascii: "8")), (UInt8(ascii: "1"), UInt8(ascii: "9")),
            (UInt8(ascii: "2"), UInt8(ascii: "0")):
            return true
        default: return false
        }
    }

    /// Returns the amount of money at a currency sign: a number directly after or before it, optionally with
    /// a space between.
    static func money(_ bytes: UnsafeBufferPointer<UInt8>, sign: Range<Int>) -> Range<Int>? {
        var start = sign.upperBound
        if byte(bytes, start) == UInt8(ascii: " ") { start += 1 }
        if byte(bytes, start).isASCIIDigit {
            var end = start
            let limit = min(bytes.count, start + 30)
            while end < limit, isAmountByte(bytes[end]) { end += 1 }
            while !bytes[end - 1].isASCIIDigit { end -= 1 }
            return sign.lowerBound..<end
        }
        var end = sign.lowerBound
        if byte(bytes, end - 1) == UInt8(ascii: " ") { end -= 1 }
        guard byte(bytes, end - 1).isASCIIDigit else { return nil }
        var lower = end - 1
        let limit = max(0, end - 30)
        while lower > limit, isAmountByte(bytes[lower - 1]) { lower -= 1 }
        while !bytes[lower].isASCIIDigit { lower += 1 }
        return lower..<sign.upperBound
    }

    @inline(__always)
    private static func isAmountByte(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".")
    }

    /// `true` if a character outside ASCII is a currency sign.
    @inline(__always)
    static func isCurrency(_ scalar: UInt32) -> Bool {
        scalar >= 0xA2 && scalar <= 0xA5 || scalar >= 0x20A0 && scalar <= 0x20C0
    }

    /// `true` if a dash between spaces begins here.
    static func isDash(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard byte(bytes, offset - 1) == UInt8(ascii: " ") else { return false }
        let next = byte(bytes, offset + 1)
        return next == UInt8(ascii: " ")
            || next == UInt8(ascii: "-") && byte(bytes, offset + 2) == UInt8(ascii: " ")
    }

    /// `true` if the second slash of a path is here: `/usr/`, `~/a/`, `./a/`.
    static func isPath(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard byte(bytes, offset - 1).isWordByte, byte(bytes, offset + 1).isWordByte else { return false }
        var index = offset - 1
        while index > max(0, offset - 40), bytes[index].isWordByte || bytes[index] == UInt8(ascii: ".") {
            index -= 1
        }
        guard bytes[index] == UInt8(ascii: "/") else { return false }
        let before = byte(bytes, index - 1)
        return before <= 0x20 || before == UInt8(ascii: ".") || before == UInt8(ascii: "~")
            || before == UInt8(ascii: "\"")
            || before == UInt8(ascii: "'") || before == UInt8(ascii: "(")
    }

    private static let fileEndings = Phrases(
        "py|js|c|h|cc|cpp|txt|conf|json|xml|sh|html|css|go|rs|java|deb|iso|rb|php|yml|yaml|toml|md|log|cfg|ini|so|exe"
    )

    /// `true` if a known file extension follows the full stop here, and a name precedes it.
    static func isFileEnding(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard byte(bytes, offset - 1).isWordByte, byte(bytes, offset + 1).isASCIILetter else { return false }
        var end = offset + 1
        while end < min(bytes.count, offset + 6), bytes[end].isWordByte { end += 1 }
        return fileEndings.contains(bytes, offset + 1, end)
    }

    /// `true` if a markup tag begins here.
    static func isTag(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        var index = offset + 1
        if byte(bytes, index) == UInt8(ascii: "/") { index += 1 }
        guard byte(bytes, index).isASCIILetter else { return false }
        let end = min(bytes.count, offset + 200)
        while index < end {
            if bytes[index] == UInt8(ascii: ">") { return true }
            if bytes[index] == UInt8(ascii: "<") || bytes[index] == 0x0A { return false }
            index += 1
        }
        return false
    }

    /// `true` if the first `=` of an assignment or comparison operator is here: `x=1`, `a == b`, `n += 1`.
    /// Text must follow on the line.
    static func isAssignment(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard bytes[offset] == UInt8(ascii: "=") else { return false }
        let before = byte(bytes, offset - 1)
        let next = byte(bytes, offset + 1)
        guard before != UInt8(ascii: "="), next > 0x0A, before > 0x0A else { return false }
        if before == UInt8(ascii: " ") {
            return next == UInt8(ascii: " ") || next == UInt8(ascii: "=") || next == UInt8(ascii: ">")
        }
        return before.isWordByte || before == UInt8(ascii: ":") || before == UInt8(ascii: "+")
            || before == UInt8(ascii: "!")
            || before == UInt8(ascii: "]") || before == UInt8(ascii: ")")
    }
}
