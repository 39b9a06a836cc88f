/// What there is to know about one line of NDJSON before a text is read from it and something is added to it.
///
/// Made in one pass that holds the whole line to RFC 8259. Of repeated names the last one counts. Values are
/// not kept: all that is here are places in the line, so the line must be at hand when they are used.
///
/// Two liberties of a reader are taken, so that no record is lost for its encoding: bytes in strings that are
/// not UTF-8 pass (they are replaced in what is decoded, not in the line), and so does an escaped surrogate
/// without its other half. A byte order mark at the start of the line is passed over.
public struct JSONLine: Sendable, Hashable {
    /// How deep arrays and objects may be nested; the line's own object counts as the first level.
    public static let maximumDepth = 512

    let text: JSONString
    /// The byte where the object's closing brace stands.
    public let closingBrace: Int
    /// The value of the member that has the name of what is to be added (the last one of that name), or nil when
    /// there is none.
    public let taken: Range<Int>?

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - line: The line without its line break. White space around the object is allowed.
    ///   - field: The name of the member at the top level that holds the text.
    ///   - added: The name of the member that is to be added.
    /// - Throws: An error with the byte where it was noticed; `notJSON` comes before `fieldMissing`.
    /// - Complexity: Linear; allocates nothing unless a name is written with escapes.
    public init(
        _ line: UnsafeBufferPointer<UInt8>, field: JSONFieldName,
        adding added: JSONFieldName = .classification
    ) throws(JSONLineError) {
        var scanner = try JSONScanner(line, maximumDepth: Self.maximumDepth)
        var text: JSONString?
        var textStart: Int?
        var taken: Range<Int>?
        while let member = try scanner.nextMember() {
            if JSONStringDecoder.equals(member.key, of: line, field.utf8) {
                text = member.string
                textStart = member.valueStart
            }
            if JSONStringDecoder.equals(member.key, of: line, added.utf8) {
                taken = member.valueStart..<member.valueEnd
            }
        }
        let closingBrace = scanner.position - 1
        try scanner.finish()
        guard let textStart else {
            throw JSONLineError(code: .fieldMissing, offset: closingBrace, detail: "no member of that name")
        }
        guard let text else {
            throw JSONLineError(
                code: .fieldNotAString, offset: textStart, detail: "the member is not a string")
        }
        self.text = text
        self.closingBrace = closingBrace
        self.taken = taken
    }

    /// Where the text can be read in the line as it stands, without decoding: it has no escapes and is ASCII.
    public var verbatimText: Range<Int>? {
        text.isASCII && !text.hasEscapes ? text.contents : nil
    }

    /// Decodes the text: valid UTF-8 whatever the line holds.
    ///
    /// - Parameters:
    ///   - line: The line that this was made from.
    ///   - buffer: Is emptied, keeping its room, and filled.
    /// - Returns: How many times U+FFFD was put in, for bytes that are not UTF-8 and for halves of surrogate
    ///   pairs.
    public func decodeText(from line: UnsafeBufferPointer<UInt8>, into buffer: inout [UInt8]) -> Int {
        buffer.removeAll(keepingCapacity: true)
        return JSONStringDecoder.append(text, of: line, to: &buffer)
    }

    /// Whether a line holds nothing but white space: such lines are no records.
    public static func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.allSatisfy { $0.isJSONWhitespace }
    }
}
