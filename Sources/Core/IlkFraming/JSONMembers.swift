/// The members of an object with the exact bytes of their values, for callers that keep a value unchanged.
public struct JSONMembers: Sendable {
    private let json: ArraySlice<UInt8>
    private var values: [String: Range<Int>] = [:]

    /// Finds the members. Of two members of one name the last one counts.
    ///
    /// - Parameters:
    ///   - json: One object. White space may stand around it.
    ///   - maximumDepth: The number of arrays and objects that may stand in one another.
    /// - Throws: ``JSONLineError``.
    /// - Complexity: O(*n*) in the bytes.
    public init(_ json: ArraySlice<UInt8>, maximumDepth: Int = 512) throws(JSONLineError) {
        self.json = json
        values = try json.withUnsafeBufferPointer { (bytes) throws(JSONLineError) in
            var values: [String: Range<Int>] = [:]
            var scanner = try JSONScanner(bytes, maximumDepth: maximumDepth)
            while let member = try scanner.nextMember() {
                var name: [UInt8] = []
                _ = JSONStringDecoder.append(member.key, of: bytes, to: &name)
                values[String(decoding: name, as: UTF8.self)] = member.valueStart..<member.valueEnd
            }
            try scanner.finish()
            return values
        }
    }

    /// The bytes of a member's value, or `nil` if there is no such member.
    public subscript(name: String) -> ArraySlice<UInt8>? {
        values[name].map { json[json.startIndex + $0.lowerBound..<json.startIndex + $0.upperBound] }
    }
}
