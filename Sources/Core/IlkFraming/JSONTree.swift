/// A JSON value that preserves integers and the order of fields.
public indirect enum JSONTree: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without decimals or exponent that fits in 64 bits.
    case integer(Int64)
    /// Any other number that fits in a double. An integer beyond 64 bits is accepted only if the double
    /// represents it exactly.
    case number(Double)
    /// A string.
    case string(String)
    /// The elements of an array.
    case array([JSONTree])
    /// The fields of an object in order, without repeated names.
    case object([JSONTreeField])

    /// Parses one value strictly.
    ///
    /// The parser rejects anything that RFC 8259 forbids or advises against: a repeated name in an object, a
    /// byte order mark, invalid UTF-8, an unpaired surrogate, and a number that fits neither in 64 bits nor
    /// in a double. Foundation's decoder accepts most of these. With that decoder, a file that must be
    /// written back unchanged would change.
    ///
    /// - Parameters:
    ///   - bytes: The UTF-8 text of one value, optionally surrounded by white space.
    ///   - maximumDepth: The maximum nesting depth of arrays and objects.
    /// - Throws: ``JSONLineError`` with the byte offset of the error.
    /// - Complexity: O(*n*) in the number of bytes.
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

/// A field of an object in a ``JSONTree``.
public struct JSONTreeField: Hashable, Sendable {
    /// The name of the field.
    public var name: String
    /// The value of the field.
    public var value: JSONTree

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value of the field.
    public init(_ name: String, _ value: JSONTree) {
        self.name = name
        self.value = value
    }
}

extension JSONTree {
    /// Returns the value of a field, or `nil` if the value is not an object or lacks the field.
    ///
    /// - Parameter name: The name, compared byte by byte.
    /// - Complexity: O(*n*) in the number of fields.
    public subscript(name: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}

extension JSONScanner {
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
        guard position < count else { throw syntaxError("expected a value") }
        return base[position]
    }

    private mutating func members(depth: Int) throws(JSONLineError) -> [JSONTreeField] {
        try enter(depth)
        var members: [JSONTreeField] = []
        var names: Set<[UInt8]> = []
        guard try kind() != UInt8(ascii: "}") else {
            position += 1
            return []
        }
        while true {
            let start = position
            let name = try strictText(fieldName(), at: start)
            guard names.insert(Array(name.utf8)).inserted else {
                throw JSONLineError(
                    code: .nameRepeated, offset: start, detail: "an object has two fields with the same name")
            }
            skipSpace()
            members.append(JSONTreeField(name, try tree(depth: depth)))
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
                code: .notUnicode, offset: start,
                detail: "the string has invalid UTF-8 or an unpaired surrogate"
            )
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func number(in range: Range<Int>) throws(JSONLineError) -> JSONTree {
        let text = String(
            decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
        if !text.utf8.contains(where: { ".eE".utf8.contains($0) }) {
            // `-0` as an integer would lose its sign.
            if text == "-0" { return .number(-0.0) }
            if let whole = Int64(text) { return .integer(whole) }
            guard let number = Double(text), Self.digits(of: number) == text else {
                throw JSONLineError(
                    code: .numberOutOfRange, offset: range.lowerBound,
                    detail: "the integer exceeds 64 bits and is not exact as a double")
            }
            return .number(number)
        }
        guard let number = Double(text), number.isFinite else {
            throw JSONLineError(
                code: .numberOutOfRange, offset: range.lowerBound,
                detail: "the number is too large for a double")
        }
        return .number(number)
    }

    /// Returns the digits of an integral number, or an empty string for 2^127 and beyond.
    private static func digits(of number: Double) -> String {
        number.magnitude < 0x1p127 ? "\(Int128(number))" : ""
    }
}
