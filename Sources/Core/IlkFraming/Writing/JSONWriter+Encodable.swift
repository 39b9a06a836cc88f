import FoundationEssentials
import IlkVocabulary

extension JSONWriter {
    /// Returns the bytes of a value in JSON, as ``value(_:)`` writes them.
    ///
    /// - Throws: `EncodingError` if a number is not finite, or errors of the value.
    package static func bytes(of value: any Encodable) throws -> [UInt8] {
        var writer = JSONWriter()
        try writer.value(value)
        return writer.bytes
    }

    /// Writes a value with the bytes of `JSONEncoder.deterministic()`, several times faster for objects, arrays,
    /// strings, numbers and Boolean values. Other values are written by that encoder.
    ///
    /// - Throws: `EncodingError` if a number is not finite, or errors of the value.
    package mutating func value(_ value: any Encodable) throws {
        switch value {
        case let value as String: string(value)
        case let value as Int: integer(value)
        case let value as Bool: bool(value)
        case let value as Double where value.isFinite: encoded(value)
        case let value as JSONObject where !value.hasBase: try object(value)
        case let values as [JSONObject]: try array(values)
        case let values as [String]: try array(values)
        case let values as [String: Double] where values.values.allSatisfy(\.isFinite):
            beginObject()
            for (name, value) in Self.sorted(values) {
                key(name)
                encoded(value)
            }
            endObject()
        case is JSONNull: null()
        default: raw(try JSONEncoder.deterministic().encode(value))
        }
    }

    private mutating func object(_ object: JSONObject) throws {
        beginObject()
        for (name, value) in Self.sorted(object.fields) {
            key(name)
            try self.value(value)
        }
        endObject()
    }

    /// Returns fields in the order of their names in UTF-8. The order of `String` is another one if a name is
    /// not in normalization form C.
    private static func sorted<Value>(_ fields: [String: Value]) -> [(key: String, value: Value)] {
        fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private mutating func array(_ values: [some Encodable]) throws {
        beginArray()
        for value in values { try self.value(value) }
        endArray()
    }

    /// Writes a number as `JSONEncoder` does: a whole number has no decimals.
    private mutating func encoded(_ value: Double) {
        // From 1e16, `description` has an exponent. -0 keeps its sign.
        if value.magnitude < 1e16, value != 0 || value.sign == .plus, let whole = Int(exactly: value) {
            integer(whole)
        } else if value == 0 {
            raw("-0".utf8)
        } else {
            number(value)
        }
    }
}
