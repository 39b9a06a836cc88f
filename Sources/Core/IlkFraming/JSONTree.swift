/// A value of JSON as it was written: whole numbers stay whole, members keep their order.
public indirect enum JSONTree: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without decimals or exponent that 64 bits hold.
    case integer(Int64)
    /// Any other number that a double holds: a whole one beyond 64 bits only if the double has all of its digits.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONTree])
    /// Members in order, no name twice.
    case object([JSONTreeMember])

    /// Reads one value strictly: what RFC 8259 does not allow is refused, and so is what it only advises against: a name that
    /// comes twice in an object, a byte order mark, bytes that are not UTF-8, half a surrogate, a number that neither 64
    /// bits nor a double hold.
    ///
    /// Foundation's decoder lets most of that through. A file that must come back as it was written may not.
    ///
    /// - Parameter maximumDepth: How deep arrays and objects may be nested.
    /// - Throws: ``JSONLineError`` with the byte where it was noticed.
    public init(strictly bytes: some Sequence<UInt8>, maximumDepth: Int = 512) throws(JSONLineError) {
        let copy = Array(bytes)
        self = try copy.withUnsafeBufferPointer { (line) throws(JSONLineError) in
            var scanner = try JSONScanner(wholeValueOf: line, maximumDepth: maximumDepth)
            let tree = try scanner.tree(depth: 0)
            try scanner.finish()
            return tree
        }
    }
}

/// A member of an object of a ``JSONTree``.
public struct JSONTreeMember: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: JSONTree

    /// A member of these parts.
    public init(_ name: String, _ value: JSONTree) {
        self.name = name
        self.value = value
    }
}

extension JSONTree {
    /// The value of a member; nil where there is none, or this is no object.
    public subscript(name: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}

extension JSONScanner {
    /// The value that begins here, strictly.
    mutating func tree(depth: Int) throws(JSONLineError) -> JSONTree {
        let start = position
        switch try kind() {
        case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try text())
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            try value(depth: depth)
            return position - start == 5
                ? .bool(false) : base[start] == UInt8(ascii: "t") ? .bool(true) : .null
        default:
            try value(depth: depth)
            return try number(in: start..<position)
        }
    }

    private func kind() throws(JSONLineError) -> UInt8 {
        guard position < count else { throw wrong("no value") }
        return base[position]
    }

    private mutating func members(depth: Int) throws(JSONLineError) -> [JSONTreeMember] {
        try enter(depth)
        var members: [JSONTreeMember] = []
        var names: Set<[UInt8]> = []
        guard try kind() != UInt8(ascii: "}") else {
            position += 1
            return []
        }
        while true {
            let start = position
            let name = try strictText(memberKey(), at: start)
            guard names.insert(Array(name.utf8)).inserted else {
                throw JSONLineError(code: .nameRepeated, offset: start, detail: "a name that comes twice")
            }
            skipSpace()
            members.append(JSONTreeMember(name, try tree(depth: depth)))
            if try closes(with: UInt8(ascii: "}")) { return members }
        }
    }

    private mutating func elements(depth: Int) throws(JSONLineError) -> [JSONTree] {
        try enter(depth)
        var elements: [JSONTree] = []
        guard try kind() != UInt8(ascii: "]") else {
            position += 1
            return []
        }
        while true {
            elements.append(try tree(depth: depth))
            if try closes(with: UInt8(ascii: "]")) { return elements }
        }
    }

    private mutating func text() throws(JSONLineError) -> String {
        let start = position
        return try strictText(string(), at: start)
    }

    private func strictText(_ string: JSONString, at start: Int) throws(JSONLineError) -> String {
        var bytes: [UInt8] = []
        let line = UnsafeBufferPointer(start: base, count: count)
        guard JSONStringDecoder.append(string, of: line, to: &bytes) == 0 else {
            throw JSONLineError(
                code: .notUnicode, offset: start, detail: "a string that is not UTF-8, or half a surrogate")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func number(in range: Range<Int>) throws(JSONLineError) -> JSONTree {
        let text = String(
            decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
        if !text.utf8.contains(where: { ".eE".utf8.contains($0) }) {
            // A zero with a sign is no whole number: it would come back without it.
            if text == "-0" { return .number(-0.0) }
            if let whole = Int64(text) { return .integer(whole) }
            guard let number = Double(text), Self.digits(of: number) == text else {
                throw JSONLineError(
                    code: .numberOutOfRange, offset: range.lowerBound,
                    detail: "a whole number that neither 64 bits nor a double hold")
            }
            return .number(number)
        }
        guard let number = Double(text), number.isFinite else {
            throw JSONLineError(
                code: .numberOutOfRange, offset: range.lowerBound, detail: "a number that is too great")
        }
        return .number(number)
    }

    /// The digits of a whole number, or nothing beyond 127 bits.
    private static func digits(of number: Double) -> String {
        number.magnitude < 0x1p127 ? "\(Int128(number))" : ""
    }
}
