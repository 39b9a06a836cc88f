/// What stands around a telling mark: addresses, tags, times, faces. All look at a bounded stretch.
enum Marks {
    enum Address {
        case none, email, mention
    }

    @inline(__always)
    static func byte(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt8 {
        offset >= 0 && offset < bytes.count ? bytes[offset] : 0
    }

    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool {
        let folded = byte | 0x20
        return folded >= UInt8(ascii: "a") && folded <= UInt8(ascii: "z")
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    @inline(__always)
    static func isWordByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    /// Whether a mark here can begin a handle, a tag or a face: nothing of a word stands before it.
    @inline(__always)
    static func isOpen(_ bytes: UnsafeBufferPointer<UInt8>, before offset: Int) -> Bool {
        let previous = byte(bytes, offset - 1)
        switch previous {
        case 0, UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "("),
            UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "!"),
            UInt8(ascii: "?"), UInt8(ascii: ":"):
            return true
        default: return previous >= 0x80
        }
    }

    /// Whether a run of two or more full stops begins here.
    static func beginsDotRun(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        byte(bytes, offset + 1) == UInt8(ascii: ".") && byte(bytes, offset - 1) != UInt8(ascii: ".")
    }

    /// Whether `www` ends before the full stop here, and a name follows.
    static func endsWWW(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset >= 3, isWordByte(byte(bytes, offset + 1)) else { return false }
        for back in 1...3 where bytes[offset - back] | 0x20 != UInt8(ascii: "w") { return false }
        let before = byte(bytes, offset - 4)
        return !isWordByte(before) && before != UInt8(ascii: "/")
    }

    /// Whether `scheme://` stands around the colon here.
    static func isScheme(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        byte(bytes, offset + 1) == UInt8(ascii: "/") && byte(bytes, offset + 2) == UInt8(ascii: "/")
            && isLetter(byte(bytes, offset - 1)) && isLetter(byte(bytes, offset - 2))
    }

    /// Whether `h:mm` or `hh:mm` stands around the colon here, not as part of a longer run of digits and colons.
    static func isTime(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard isDigit(byte(bytes, offset - 1)), isDigit(byte(bytes, offset + 1)), isDigit(byte(bytes, offset + 2)),
            !isDigit(byte(bytes, offset + 3)), byte(bytes, offset + 1) <= UInt8(ascii: "5")
        else { return false }
        let start = isDigit(byte(bytes, offset - 2)) ? offset - 2 : offset - 1
        let before = byte(bytes, start - 1)
        return !isWordByte(before) && before != UInt8(ascii: ":") && before != UInt8(ascii: ".")
    }

    /// What the `@` here makes of its surroundings.
    static func address(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Address {
        let next = byte(bytes, offset + 1)
        guard isWordByte(next) else { return .none }
        if isOpen(bytes, before: offset) { return .mention }
        var index = offset + 1
        let end = min(bytes.count, offset + 255)
        var sawDot = false
        while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                sawDot = isWordByte(Self.byte(bytes, index + 1))
                if !sawDot { break }
            } else if !isWordByte(byte) && byte != UInt8(ascii: "-") {
                break
            }
            index += 1
        }
        return sawDot ? .email : .none
    }

    /// Whether the `#` here begins a tag: a name with a letter, at the end of nothing.
    static func isHashtag(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard isOpen(bytes, before: offset), isWordByte(byte(bytes, offset + 1)) else { return false }
        var index = offset + 1
        let end = min(bytes.count, offset + 64)
        while index < end, isWordByte(bytes[index]) {
            if !isDigit(bytes[index]) { return true }
            index += 1
        }
        return false
    }

    /// Whether a face made of punctuation stands here: eyes, perhaps a nose, a mouth, and nothing of a word around.
    static func isFace(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard isOpen(bytes, before: offset) else { return false }
        var mouth = offset + 1
        if bytes[offset] == UInt8(ascii: "<") {
            return byte(bytes, mouth) == UInt8(ascii: "3") && !isWordByte(byte(bytes, mouth + 1))
        }
        if byte(bytes, mouth) == UInt8(ascii: "-") || byte(bytes, mouth) == UInt8(ascii: "'") { mouth += 1 }
        switch byte(bytes, mouth) {
        case UInt8(ascii: ")"), UInt8(ascii: "("): return true
        case UInt8(ascii: "D"), UInt8(ascii: "P"), UInt8(ascii: "p"), UInt8(ascii: "o"), UInt8(ascii: "O"),
            UInt8(ascii: "/"), UInt8(ascii: "|"), UInt8(ascii: "*"), UInt8(ascii: "]"), UInt8(ascii: "3"):
            let next = byte(bytes, mouth + 1)
            return !isWordByte(next) && next != UInt8(ascii: "/")
        default: return false
        }
    }
}
