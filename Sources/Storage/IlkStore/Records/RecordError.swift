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
        } catch DecodingError.typeMismatch(let type, let context) where !context.codingPath.isEmpty {
            throw RecordError(message: "field '\(path(of: context))' must be \(Self.json(type))")
        } catch DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty {
            throw RecordError(message: "field '\(path(of: context))' must not be null")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            throw RecordError(message: "field '\(path(of: context))' has an invalid value")
        } catch {
            throw RecordError(message: "not a JSON object that represents \(name)")
        }
    }

    /// Returns the names of the nested fields, and the indexes in arrays, that lead to a value.
    private static func path(of context: DecodingError.Context) -> String {
        context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
    }

    /// Returns the JSON type from which a Swift type is decoded, with an article.
    private static func json(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "an integer"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "an array"
        default: "an object"
        }
    }
}
