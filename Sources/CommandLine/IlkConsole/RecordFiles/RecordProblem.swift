import FoundationEssentials

/// The reason for rejecting a record. It never contains text of the record.
package struct RecordProblem: Error {
    /// A sentence fragment that follows the record's position.
    package var says: String

    package init(says: String) {
        self.says = says
    }

    /// Decodes JSON.
    ///
    /// - Parameter name: The expected content in error messages, such as "a call".
    /// - Throws: `RecordProblem` that names a missing field or a field of the wrong type.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, _ json: ArraySlice<UInt8>, of name: String
    ) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch let problem as RecordProblem {
            throw problem
        } catch DecodingError.keyNotFound(let key, _) {
            throw RecordProblem(says: "it has no '\(key.stringValue)'")
        } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw RecordProblem(says: "its '\(path)' is of another type")
        } catch {
            throw RecordProblem(says: "it is no JSON object of \(name)")
        }
    }
}
