import IlkVocabulary

/// A pull parser that validates a line against RFC 8259 in one pass and returns the fields of the object one
/// by one.
///
/// Invalid UTF-8 in strings is accepted, because the text can be repaired. A byte order mark at the start of
/// the line is skipped, as the RFC allows.
struct JSONScanner {
    /// The first byte of the line. The pointer is valid only while the caller lends the line, and only below
    /// offset `count`.
    let base: UnsafePointer<UInt8>
    let count: Int
    var position = 0
    private var hasMembers = false
    private let maximumDepth: Int

    /// Creates a scanner positioned after the opening brace of the object on `line`.
    ///
    /// - Throws: `notAnObject` for another JSON value, `notJSON` for invalid JSON.
    init(_ line: UnsafeBufferPointer<UInt8>, maximumDepth: Int) throws(JSONLineError) {
        try self.init(line, maximumDepth, empty: "empty line")
        if count >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { position = 3 }
        skipSpace()
        guard consume(UInt8(ascii: "{")) else { try refuseOtherValue() }
    }

    /// Creates a scanner positioned at the first byte of a single value of any type. A byte order mark is not
    /// accepted.
    ///
    /// - Throws: `notJSON` for an empty buffer.
    init(wholeValueOf line: UnsafeBufferPointer<UInt8>, maximumDepth: Int) throws(JSONLineError) {
        try self.init(line, maximumDepth, empty: "empty input")
        skipSpace()
    }

    private init(
        _ line: UnsafeBufferPointer<UInt8>, _ maximumDepth: Int, empty detail: String
    ) throws(JSONLineError) {
        guard let address = line.baseAddress, !line.isEmpty else {
            throw JSONLineError(code: .notJSON, offset: 0, detail: detail)
        }
        base = address
        count = line.count
        self.maximumDepth = maximumDepth
    }

    /// Returns the next field, or `nil` after reading the closing brace.
    mutating func nextField() throws(JSONLineError) -> JSONField? {
        skipSpace()
        if consume(UInt8(ascii: "}")) { return nil }
        if hasMembers {
            guard position < count else { throw syntaxError("unclosed object") }
            guard consume(UInt8(ascii: ",")) else { throw syntaxError("expected a comma or a closing brace") }
            skipSpace()
        }
        hasMembers = true
        let key = try fieldName()
        skipSpace()
        let start = position
        if start < count, base[start] == UInt8(ascii: "\"") {
            let string = try string()
            return JSONField(key: key, valueStart: start, valueEnd: position, string: string)
        }
        try value(depth: 1)
        return JSONField(key: key, valueStart: start, valueEnd: position, string: nil)
    }

    /// Checks that only white space follows.
    mutating func finish() throws(JSONLineError) {
        skipSpace()
        if position < count { throw syntaxError("unexpected text after the value") }
    }

    // MARK: The grammar

    func syntaxError(_ detail: String, at offset: Int? = nil) -> JSONLineError {
        JSONLineError(code: .notJSON, offset: offset ?? position, detail: detail)
    }

    private mutating func refuseOtherValue() throws(JSONLineError) -> Never {
        let start = position
        try value(depth: 0)
        try finish()
        throw JSONLineError(code: .notAnObject, offset: start, detail: "not a JSON object")
    }

    @inline(__always)
    mutating func skipSpace() {
        while position < count {
            switch base[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position &+= 1
            default: return
            }
        }
    }

    /// Parses a name and the colon after it.
    @inline(__always)
    mutating func fieldName() throws(JSONLineError) -> JSONString {
        guard position < count, base[position] == UInt8(ascii: "\"") else {
            throw syntaxError("expected a field name")
        }
        let key = try string()
        skipSpace()
        guard consume(UInt8(ascii: ":")) else { throw syntaxError("expected a colon after the field name") }
        return key
    }

    mutating func value(depth: Int) throws(JSONLineError) {
        guard position < count else { throw syntaxError("expected a value") }
        switch base[position] {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "{"): try object(depth: depth + 1)
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: try number()
        }
    }

    mutating func enter(_ depth: Int) throws(JSONLineError) {
        guard depth <= maximumDepth else {
            throw JSONLineError(
                code: .tooDeep, offset: position,
                detail: "arrays and objects nested deeper than \(maximumDepth) levels")
        }
        position += 1
        skipSpace()
    }

    /// Moves past `byte` and returns `true` if `byte` is next.
    @inline(__always)
    mutating func consume(_ byte: UInt8) -> Bool {
        guard position < count, base[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func object(depth: Int) throws(JSONLineError) {
        try enter(depth)
        if consume(UInt8(ascii: "}")) { return }
        while true {
            _ = try fieldName()
            skipSpace()
            try value(depth: depth)
            if try closes(with: UInt8(ascii: "}")) { return }
        }
    }

    private mutating func array(depth: Int) throws(JSONLineError) {
        try enter(depth)
        if consume(UInt8(ascii: "]")) { return }
        while true {
            try value(depth: depth)
            if try closes(with: UInt8(ascii: "]")) { return }
        }
    }

    /// Parses a comma and returns `false`, or the closing byte and returns `true`.
    mutating func closes(with closing: UInt8) throws(JSONLineError) -> Bool {
        skipSpace()
        guard position < count else { throw syntaxError("unclosed array or object") }
        let byte = base[position]
        guard byte == closing || byte == UInt8(ascii: ",") else {
            throw syntaxError("expected a comma or a closing bracket")
        }
        position += 1
        if byte == closing { return true }
        skipSpace()
        return false
    }

    private mutating func literal(_ name: StaticString) throws(JSONLineError) {
        let length = name.utf8CodeUnitCount
        guard count - position >= length else { throw syntaxError("invalid JSON value") }
        for index in 0..<length where base[position + index] != name.utf8Start[index] {
            throw syntaxError("invalid JSON value")
        }
        position += length
    }

    /// Parses the string whose opening quote is at `position` and moves `position` after its closing quote.
    mutating func string() throws(JSONLineError) -> JSONString {
        let start = position &+ 1
        var offset = start
        var seen: UInt64 = 0
        var hasEscapes = false
        while true {
            while offset &+ 8 <= count {
                let word = ByteScan.word(base, offset)
                let marks = ByteScan.endsJSONRun(word)
                if marks != 0 {
                    let before = ByteScan.index(ofLowest: marks)
                    seen |= word & ((1 &<< UInt64(before &* 8)) &- 1)
                    offset &+= before
                    break
                }
                seen |= word
                offset &+= 8
            }
            guard offset < count else { throw syntaxError("unclosed string", at: start - 1) }
            let byte = base[offset]
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                offset = try behindEscape(at: offset)
            } else if byte < 0x20 {
                throw syntaxError("control character in a string", at: offset)
            } else {
                seen |= UInt64(byte)
                offset &+= 1
            }
        }
        position = offset &+ 1
        return JSONString(
            contents: start..<offset, hasEscapes: hasEscapes, isASCII: ByteScan.notASCII(seen) == 0)
    }

    private func behindEscape(at offset: Int) throws(JSONLineError) -> Int {
        guard offset + 1 < count else { throw syntaxError("unclosed string", at: offset) }
        switch base[offset + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return offset + 2
        case UInt8(ascii: "u"):
            guard offset + 6 <= count else { throw syntaxError("truncated escape sequence", at: offset) }
            for index in offset + 2..<offset + 6 where !base[index].isASCIIHexDigit {
                throw syntaxError("escape sequence without four hexadecimal digits", at: offset)
            }
            return offset + 6
        default:
            throw syntaxError("unknown escape sequence", at: offset)
        }
    }

    private mutating func number() throws(JSONLineError) {
        let start = position
        if base[position] == UInt8(ascii: "-") { position += 1 }
        guard position < count, base[position].isASCIIDigit else {
            throw syntaxError("invalid JSON value", at: start)
        }
        if base[position] == UInt8(ascii: "0") { position += 1 } else { skipDigits() }
        if consume(UInt8(ascii: ".")) { try requireDigits(start) }
        if position < count, base[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
            try requireDigits(start)
        }
    }

    private mutating func skipDigits() {
        while position < count, base[position].isASCIIDigit { position += 1 }
    }

    private mutating func requireDigits(_ start: Int) throws(JSONLineError) {
        guard position < count, base[position].isASCIIDigit else {
            throw syntaxError("truncated number", at: start)
        }
        skipDigits()
    }
}
