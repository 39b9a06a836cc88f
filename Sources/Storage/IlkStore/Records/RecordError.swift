import FoundationEssentials

/// The reason for rejecting a record. The reason never contains text of the record.
package struct RecordError: Error {
    /// A sentence fragment that follows the record's position.
    package var message: String

    package init(message: String) {
        self.message = message
    }

    /// Decodes JSON.
    ///
    /// - Parameter name: The expected content in error messages, such as "a call".
    /// - Throws: `RecordError` that names a missing field or a field of the wrong type.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, _ json: ArraySlice<UInt8>, of name: String
    ) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch let problem as RecordError {
            throw problem
        } catch DecodingError.keyNotFound(let key, _) {
            throw RecordError(message: "missing field '\(key.stringValue)'")
        } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw RecordError(message: "field '\(path)' has the wrong type")
        } catch {
            throw RecordError(message: "not a JSON object that represents \(name)")
        }
    }
}
