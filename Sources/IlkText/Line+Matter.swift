/// What a line is made of: prose, code, settings, somebody's words.
extension Line {
    /// A line that reads like a sentence: four words or more, a quarter of them grammar, hardly a symbol.
    func isProse(words: Int, function: Int) -> Bool {
        guard words >= 4, function * 4 >= words else { return false }
        var symbols = 0
        forEachByte { byte in
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"),
                UInt8(ascii: "["),
                UInt8(ascii: "]"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "$"), UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: "&"),
                UInt8(ascii: "*"),
                UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "#"), UInt8(ascii: "/"),
                UInt8(ascii: "\""):
                symbols += 1
            default: break
            }
        }
        return symbols * 100 < count * 6
    }

    /// A line built like a statement, a declaration, markup or a setting.
    var isCode: Bool {
        switch lastByte {
        case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"): return true
        default: break
        }
        if isComment { return true }
        switch firstByte {
        case UInt8(ascii: "}"), UInt8(ascii: "{"), UInt8(ascii: "]"), UInt8(ascii: ")"): return true
        case UInt8(ascii: "$"): return byte(1) == UInt8(ascii: " ") || Marks.isLetter(byte(1))
        case UInt8(ascii: "@"), UInt8(ascii: "<"): return isCodeMark
        case UInt8(ascii: "#"): return begins(with: .directives, from: 1)
        default: break
        }
        if begins(with: .statements, from: 0) { return endsLikeStatement }
        return isAssignmentOrCall
    }

    private var isCodeMark: Bool {
        if firstByte == UInt8(ascii: "@") { return Marks.isLetter(byte(1)) && !hasBlank }
        return Marks.isLetter(byte(1)) || byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "?")
    }

    private var hasBlank: Bool {
        var found = false
        forEachByte { if $0 == UInt8(ascii: " ") { found = true } }
        return found
    }

    /// Ends as no sentence does.
    private var endsLikeStatement: Bool {
        switch lastByte {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): return false
        default: return true
        }
    }

    /// `name = value`, `a.b += c`, `call(...)`, `"key": value`.
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
        if Marks.isWordByte(byte) { return true }
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "$"), UInt8(ascii: "@"),
            UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "-"), UInt8(ascii: ">"):
            return true
        default: return false
        }
    }

    /// `Name: value`, the name one word.
    var isKeyValue: Bool {
        guard Marks.isLetter(firstByte) else { return false }
        for index in 1..<max(1, min(28, count)) {
            let byte = byte(index)
            if byte == UInt8(ascii: ":") { return self.byte(index + 1) == UInt8(ascii: " ") }
            if !Marks.isWordByte(byte), byte != UInt8(ascii: "-") { return false }
        }
        return false
    }

    var hasWordByte: Bool {
        var found = false
        forEachByte { if Marks.isLetter($0) || Marks.isDigit($0) || $0 >= 0x80 { found = true } }
        return found
    }

    /// `On Monday, Ana wrote:`, `----- Original Message -----`, `Forwarded by`.
    var isAttribution: Bool {
        if lastByte == UInt8(ascii: ":") {
            for word in ["wrote", "writes", "schrieb", "écrit", "escribió", "пишет", "написа"]
            where ends(with: word, before: 1) {
                return true
            }
        }
        guard firstByte == UInt8(ascii: "-") else { return false }
        var index = 0
        while byte(index) == UInt8(ascii: "-") || byte(index) == UInt8(ascii: " ") { index += 1 }
        return begins(with: .forwards, from: index)
    }

    private func ends(with word: String, before tail: Int) -> Bool {
        let bytes = word.utf8
        guard count > bytes.count + tail else { return false }
        var index = count - tail
        while index > 0, byte(index - 1) == UInt8(ascii: " ") { index -= 1 }
        guard index >= bytes.count else { return false }
        var offset = index - bytes.count
        for expected in bytes {
            if byte(offset) != expected { return false }
            offset += 1
        }
        return true
    }

    /// `Subject: ...`, `Re: ...`, `Fwd: ...`.
    var isSubject: Bool {
        begins(with: .subjects, from: 0)
    }

    /// `nick: text` or `nick, text`.
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
            default: if !Marks.isWordByte(byte) { return false }
            }
        }
        return false
    }
}
