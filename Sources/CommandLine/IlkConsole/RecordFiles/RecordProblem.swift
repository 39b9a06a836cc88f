import FoundationEssentials

/// Why a record cannot be taken, said without a word of its text.
package struct RecordProblem: Error {
    /// A sentence that goes on from the record's place.
    package var says: String

    /// Creates a value from its parts.
    package init(says: String) {
        self.says = says
    }

    /// Decodes JSON.
    ///
    /// - Parameter name: What the JSON should be, as a sentence ends: "a call".
    /// - Throws: A problem that says what is missing or of another type.
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
