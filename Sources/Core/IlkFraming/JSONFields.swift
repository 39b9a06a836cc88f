/// The fields of a JSON object with the exact bytes of their values, for callers that copy the values
/// unchanged.
public struct JSONFields: Sendable {
    private let json: ArraySlice<UInt8>
    private var values: [String: Range<Int>] = [:]

    /// Parses an object. If a name is repeated, the last field is used.
    ///
    /// - Parameters:
    ///   - json: The bytes of one object, optionally surrounded by white space.
    ///   - maximumDepth: The maximum nesting depth of arrays and objects.
    /// - Throws: ``JSONLineError`` if the bytes are not an object or are nested too deep.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(_ json: ArraySlice<UInt8>, maximumDepth: Int = 512) throws(JSONLineError) {
        self.json = json
        values = try json.withUnsafeBufferPointer { (bytes) throws(JSONLineError) in
            var values: [String: Range<Int>] = [:]
            var scanner = try JSONScanner(bytes, maximumDepth: maximumDepth)
            while let member = try scanner.nextField() {
                var name: [UInt8] = []
                _ = JSONStringDecoder.append(member.key, of: bytes, to: &name)
                values[String(decoding: name, as: UTF8.self)] = member.valueStart..<member.valueEnd
            }
            try scanner.finish()
            return values
        }
    }

    /// Returns the bytes of a field's value, or `nil` if the object lacks the field.
    ///
    /// - Parameter name: The name, without JSON escapes.
    public subscript(name: String) -> ArraySlice<UInt8>? {
        values[name].map { json[json.startIndex + $0.lowerBound..<json.startIndex + $0.upperBound] }
    }
}
