import IlkVocabulary

/// The type of a line's content: prose, code, settings or attribution.
extension Line {
    /// `true` if the line reads like a sentence: at least four words, at least a quarter of them function
    /// words, and less than 6 % symbols.
    @inline(__always)
    func isProse(words: Int, function: Int, symbols: Int) -> Bool {
        words >= 4 && function * 4 >= words && symbols * 100 < count * 6
    }

    var symbolCount: Int { (0..<count).count { Self.isSymbol(byte($0)) } }

    /// `true` if a byte is rare in prose.
    static func isSymbol(_ byte: UInt8) -> Bool { "{}()[];=<>$|\\&*_~^#/\"".utf8.contains(byte) }

    /// `true` if the line has the form of a statement, a declaration, markup or a setting.
    var isCode: Bool {
        switch lastByte {
        case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"): return true
        default: break
        }
        if isComment { return true }
        switch firstByte {
        case UInt8(ascii: "}"), UInt8(ascii: "{"), UInt8(ascii: "]"), UInt8(ascii: ")"): return true
        case UInt8(ascii: "$"): return byte(1) == UInt8(ascii: " ") || byte(1).isASCIILetter
        case UInt8(ascii: "@"), UInt8(ascii: "<"): return isCodeMark
        case UInt8(ascii: "#"): return begins(with: .directives, from: 1)
        default: break
        }
        if begins(with: .statements, from: 0) { return endsLikeStatement }
        return isAssignmentOrCall
    }

    private var isCodeMark: Bool {
        if firstByte == UInt8(ascii: "@") { return byte(1).isASCIILetter && !hasBlank }
        return byte(1).isASCIILetter || byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "?")
    }

    private var hasBlank: Bool {
        for index in 0..<count where byte(index) == UInt8(ascii: " ") { return true }
        return false
    }

    /// `true` if the line does not end with a sentence terminator.
    private var endsLikeStatement: Bool {
        switch lastByte {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): return false
        default: return true
        }
    }

    /// `true` for `name = value`, `a.b += c`, `call(...)`, `"key": value`.
    private var isAssignmentOrCall: Bool {
        var index = 0
        if byte(0) == UInt8(ascii: "\"") || byte(0) == UInt8(ascii: "'") { index = 1 }
        let nameStart = index
        while index < count, Self.isNameByte(byte(index)) { index += 1 }
        guard index > nameStart else { return false }
        if byte(index) == UInt8(ascii: "("), index > nameStart {
            return lastByte == UInt8(ascii: ")") || lastByte == UInt8(ascii: ",")
                || lastByte == UInt8(ascii: "(")
        }
        if nameStart == 1 {
            return (byte(index) == UInt8(ascii: "\"") || byte(index) == UInt8(ascii: "'"))
                && byte(index + 1) == UInt8(ascii: ":")
        }
        while byte(index) == UInt8(ascii: " ") { index += 1 }
        switch byte(index) {
        case UInt8(ascii: "="): return byte(index + 1) > 0
        case UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: "?"):
            return byte(index + 1) == UInt8(ascii: "=")
        case UInt8(ascii: "<"): return byte(index + 1) == UInt8(ascii: "-")
        default: return false
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        if byte.isWordByte { return true }
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "$"), UInt8(ascii: "@"),
            UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "-"), UInt8(ascii: ">"):
            return true
        default: return false
        }
    }

    /// `true` for `Name: value` with a name of one word.
    var isKeyValue: Bool { firstColon.map(isKeyValue) ?? false }

    /// Like `isKeyValue`, with a known first colon.
    func isKeyValue(_ colon: Int) -> Bool {
        guard firstByte.isASCIILetter, byte(colon + 1) == UInt8(ascii: " ") else { return false }
        for index in 1..<colon where !byte(index).isWordByte && byte(index) != UInt8(ascii: "-") {
            return false
        }
        return true
    }

    var hasWordByte: Bool {
        for index in 0..<count {
            let byte = byte(index)
            if byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 { return true }
        }
        return false
    }

    /// `true` for `On Monday, Ana wrote:`, `----- Original Message -----`, `Forwarded by`.
    var isAttribution: Bool {
        if lastByte == UInt8(ascii: ":"), endsWithSaying { return true }
        guard firstByte == UInt8(ascii: "-") else { return false }
        var index = 0
        while byte(index) == UInt8(ascii: "-") || byte(index) == UInt8(ascii: " ") { index += 1 }
        return begins(with: .forwards, from: index)
    }

    /// `true` if a verb such as "wrote" precedes the last byte, with optional spaces between.
    private var endsWithSaying: Bool {
        var end = count - 1
        while end > 0, byte(end - 1) == UInt8(ascii: " ") { end -= 1 }
        return Self.sayings.contains { saying in
            saying.count <= end && count > saying.count + 1
                && saying.indices.allSatisfy { byte(end - saying.count + $0) == saying[$0] }
        }
    }

    private static let sayings = ["wrote", "writes", "schrieb", "écrit", "escribió", "пишет", "написа"]
        .map { Array($0.utf8) }

    /// `true` for `Subject: ...`, `Re: ...`, `Fwd: ...`.
    var isSubject: Bool {
        begins(with: .subjects, from: 0)
    }

    /// `true` for `nick: text` or `nick, text`.
    var hasAddressee: Bool {
        for index in 0..<min(18, count) {
            let byte = byte(index)
            if byte == UInt8(ascii: ":") || byte == UInt8(ascii: ",") {
                return index >= 2 && self.byte(index + 1) == UInt8(ascii: " ")
            }
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "|"),
                UInt8(ascii: "^"):
                continue
            default: if !byte.isWordByte { return false }
            }
        }
        return false
    }
}

extension Line {
    var endsWithBrace: Bool { lastByte == UInt8(ascii: "{") || lastByte == UInt8(ascii: "}") }

    var endsWithSemicolon: Bool { lastByte == UInt8(ascii: ";") }

    /// `true` for `[12:03] text`, `12:03:59 text`, `2024-05-31 12:03 text`, `(9:05) text`.
    var isTimestamped: Bool {
        var index = range.lowerBound
        if firstByte == UInt8(ascii: "[") || firstByte == UInt8(ascii: "(") { index += 1 }
        guard index < range.upperBound, bytes[index].isASCIIDigit else { return false }
        if let dateEnd = Dates.end(bytes, at: index) {
            index = dateEnd
            while index < min(range.upperBound, dateEnd + 2), " T,".utf8.contains(bytes[index]) { index += 1 }
        }
        return Dates.isTime(bytes, at: index)
    }
}
