import IlkFraming

/// Reads JSON as RFC 8259 has it and no more liberally: no name twice, no comma too many, no byte order mark, no half of
/// a surrogate pair, no number that would come back as another one.
struct JSONValueReader {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var place: Int
    private let end: Int

    init(_ bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        place = 0
        end = bytes.count
    }

    /// The value that all of the bytes are.
    mutating func whole() throws(DebugEntryFault) -> DebugPayloadValue {
        let value = try value(depth: 1)
        skipSpace()
        guard place == end else { throw .notJSON }
        return value
    }

    private mutating func value(depth: Int) throws(DebugEntryFault) -> DebugPayloadValue {
        skipSpace()
        guard place < end else { throw .notJSON }
        switch bytes[place] {
        case UInt8(ascii: "{"): return .object(try object(depth))
        case UInt8(ascii: "["): return .array(try array(depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func literal(
        _ word: StaticString, _ value: DebugPayloadValue
    ) throws(DebugEntryFault) -> DebugPayloadValue {
        let count = word.utf8CodeUnitCount
        guard place + count <= end,
            (0..<count).allSatisfy({ bytes[place + $0] == word.utf8Start[$0] })
        else { throw .notJSON }
        place += count
        return value
    }

    private mutating func object(_ depth: Int) throws(DebugEntryFault) -> DebugPayload {
        guard depth <= maximumDepth else { throw .tooDeep }
        place += 1
        var members: [DebugPayload.Member] = []
        skipSpace()
        if take("}") { return DebugPayload() }
        while true {
            skipSpace()
            guard place < end, bytes[place] == UInt8(ascii: "\"") else { throw .notJSON }
            let name = try string()
            skipSpace()
            guard take(":") else { throw .notJSON }
            members.append(DebugPayload.Member(name, try value(depth: depth + 1)))
            skipSpace()
            if take(",") { continue }
            guard take("}") else { throw .notJSON }
            guard !DebugPayload.hasRepeated(members) else { throw .repeatedName }
            return DebugPayload(members)
        }
    }

    private mutating func array(_ depth: Int) throws(DebugEntryFault) -> [DebugPayloadValue] {
        guard depth <= maximumDepth else { throw .tooDeep }
        place += 1
        var values: [DebugPayloadValue] = []
        skipSpace()
        if take("]") { return [] }
        while true {
            values.append(try value(depth: depth + 1))
            skipSpace()
            if take(",") { continue }
            guard take("]") else { throw .notJSON }
            return values
        }
    }

    private mutating func number() throws(DebugEntryFault) -> DebugPayloadValue {
        let begin = place
        if bytes[place] == UInt8(ascii: "-") { place += 1 }
        let first = place
        try digits()
        // No zero before other digits.
        guard bytes[first] != 0x30 || place == first + 1 else { throw .notJSON }
        var isWhole = true
        if place < end, bytes[place] == UInt8(ascii: ".") {
            place += 1
            isWhole = false
            try digits()
        }
        if place < end, bytes[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            isWhole = false
            if place < end, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") {
                place += 1
            }
            try digits()
        }
        let text = String(decoding: bytes[begin..<place], as: UTF8.self)
        if isWhole, text != "-0" {
            if let whole = Int64(text) { return .integer(whole) }
            // More than 64 bits: only what a Double says exactly.
            guard let number = Double(text), number.isFinite, Self.digits(of: number) == text else {
                throw .notANumber
            }
            return .number(number)
        }
        guard let number = Double(text), number.isFinite else { throw .notANumber }
        return .number(number)
    }

    /// All digits of a whole number beyond 64 bits.
    private static func digits(of number: Double) -> String {
        guard number.magnitude < 0x1p127 else { return "" }
        return "\(Int128(number))"
    }

    private mutating func digits() throws(DebugEntryFault) {
        let begin = place
        while place < end, bytes[place] &- 0x30 < 10 { place += 1 }
        guard place > begin else { throw .notJSON }
    }

    private mutating func string() throws(DebugEntryFault) -> String {
        place += 1
        let begin = place
        while place < end, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\") {
            guard bytes[place] >= 0x20 else { throw .notJSON }
            place += 1
        }
        var found = bytes[begin..<place]
        while place < end, bytes[place] != UInt8(ascii: "\"") {
            if bytes[place] == UInt8(ascii: "\\") {
                try escape(&found)
            } else {
                guard bytes[place] >= 0x20 else { throw .notJSON }
                found.append(bytes[place])
                place += 1
            }
        }
        guard place < end else { throw .notJSON }
        place += 1
        guard let text = String(validating: found, as: UTF8.self) else { throw .notUnicode }
        return text
    }

    private mutating func escape(_ found: inout ArraySlice<UInt8>) throws(DebugEntryFault) {
        guard place + 1 < end else { throw .notJSON }
        let mark = bytes[place + 1]
        place += 2
        switch mark {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): found.append(mark)
        case UInt8(ascii: "b"): found.append(0x08)
        case UInt8(ascii: "f"): found.append(0x0C)
        case UInt8(ascii: "n"): found.append(0x0A)
        case UInt8(ascii: "r"): found.append(0x0D)
        case UInt8(ascii: "t"): found.append(0x09)
        case UInt8(ascii: "u"):
            var value = try unit()
            if value & 0xFC00 == 0xD800 {
                guard place + 1 < end, bytes[place] == UInt8(ascii: "\\"),
                    bytes[place + 1] == UInt8(ascii: "u")
                else { throw .notUnicode }
                place += 2
                let low = try unit()
                guard low & 0xFC00 == 0xDC00 else { throw .notUnicode }
                value = 0x10000 + ((value & 0x3FF) << 10) + (low & 0x3FF)
            }
            guard let scalar = Unicode.Scalar(value) else { throw .notUnicode }
            found.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        default: throw .notJSON
        }
    }

    private mutating func unit() throws(DebugEntryFault) -> UInt32 {
        guard place + 4 <= end, let value = UInt32(hexadecimal: bytes[place..<place + 4]) else {
            throw .notJSON
        }
        place += 4
        return value
    }

    private mutating func skipSpace() {
        while place < end, JSONOutline.isSpace(bytes[place]) { place += 1 }
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard place < end, bytes[place] == UInt8(ascii: mark) else { return false }
        place += 1
        return true
    }
}

extension UInt32 {
    /// Reads hexadecimal digits of either case, and nothing else.
    fileprivate init?(hexadecimal digits: ArraySlice<UInt8>) {
        var value: UInt32 = 0
        for byte in digits {
            let letter = byte | 0x20
            guard byte &- 0x30 < 10 || letter &- 0x61 < 6 else { return nil }
            value = value << 4 | UInt32(byte &- 0x30 < 10 ? byte - 0x30 : letter - 0x61 + 10)
        }
        self = value
    }
}
