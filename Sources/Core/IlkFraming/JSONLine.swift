/// The positions in a line of NDJSON that are needed to read a text and to add a field.
///
/// The initializer validates the whole line against RFC 8259 in one pass. If a name is repeated, the last
/// field is used. A value of this type contains only byte offsets, so the caller must keep the line.
///
/// In two respects the initializer accepts more than the RFC, so that no record is lost because of its
/// encoding. Strings may contain invalid UTF-8, which is replaced in the decoded text but not in the line.
/// Strings may also contain an escaped unpaired surrogate. A byte order mark at the start of the line is
/// skipped.
public struct JSONLine: Sendable, Hashable {
    /// The maximum nesting depth of arrays and objects. The outermost object is level 1.
    public static let maximumDepth = 512

    let text: JSONString
    /// The byte offset of the closing brace of the object.
    public let closingBrace: Int
    /// The byte range of the old value of the field to be added, or `nil` if the line does not have the
    /// field. If the name is repeated, the range is that of the last value.
    public let existingValue: Range<Int>?

    /// Parses a line.
    ///
    /// - Parameters:
    ///   - line: The line without its terminator. White space may surround the object.
    ///   - field: The name or path of the field that contains the text.
    ///   - added: The name of the field to be added.
    /// - Throws: ``JSONLineError`` with the byte offset of the error. If the line has a syntax error and also
    ///   lacks the field, the syntax error (`notJSON`) is thrown.
    /// - Complexity: O(*n*) in the length of the line. Allocates only for names with escapes.
    public init(
        _ line: UnsafeBufferPointer<UInt8>, field: JSONFieldPath,
        adding added: JSONFieldName = .classification
    ) throws(JSONLineError) {
        var scanner = try JSONScanner(line, maximumDepth: Self.maximumDepth)
        var text: JSONString?
        var textStart: Int?
        var taken: Range<Int>?
        var outermost: JSONField?
        let isPath = !field.steps.isEmpty
        while let member = try scanner.nextField() {
            if JSONStringDecoder.equals(member.key, of: line, field.name.utf8) {
                text = member.string
                textStart = member.valueStart
            }
            if isPath, JSONStringDecoder.equals(member.key, of: line, field.steps[0].utf8) {
                outermost = member
            }
            if JSONStringDecoder.equals(member.key, of: line, added.utf8) {
                taken = member.valueStart..<member.valueEnd
            }
        }
        let closingBrace = scanner.position - 1
        try scanner.finish()
        if textStart == nil, let outermost, let nested = try field.field(in: outermost, of: line) {
            text = nested.string
            textStart = nested.valueStart
        }
        guard let textStart else {
            throw JSONLineError(code: .fieldMissing, offset: closingBrace, detail: "missing field '\(field)'")
        }
        guard let text else {
            throw JSONLineError(
                code: .fieldNotAString, offset: textStart, detail: "field '\(field)' is not a string")
        }
        self.text = text
        self.closingBrace = closingBrace
        self.existingValue = taken
    }

    /// The byte range of the text in the line, or `nil` if the text must be decoded. A text of ASCII
    /// characters without escapes need not be decoded.
    public var verbatimText: Range<Int>? {
        text.isASCII && !text.hasEscapes ? text.contents : nil
    }

    /// Decodes the text to valid UTF-8.
    ///
    /// - Parameters:
    ///   - line: The line from which this value was parsed.
    ///   - buffer: The output buffer. Its content is replaced; its capacity is kept.
    /// - Returns: The number of replacement characters (U+FFFD) inserted for invalid UTF-8 and unpaired
    ///   surrogates.
    /// - Complexity: O(*n*) in the length of the text.
    public func decodeText(from line: UnsafeBufferPointer<UInt8>, into buffer: inout [UInt8]) -> Int {
        buffer.removeAll(keepingCapacity: true)
        return JSONStringDecoder.append(text, of: line, to: &buffer)
    }

    /// Returns `true` if a line contains only white space and is therefore not a record.
    ///
    /// - Parameter line: The line without its terminator.
    public static func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.allSatisfy { $0.isJSONWhitespace }
    }
}
