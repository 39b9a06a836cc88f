package import Foundation

/// A JSON value for reading in tests.
package struct JSONValue {
    private let value: Any?

    package init(_ data: Data) throws {
        value = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    }

    private init(value: Any?) { self.value = value }

    /// Returns a field of an object, or an empty value if there is none.
    package subscript(name: String) -> JSONValue { JSONValue(value: (value as? [String: Any])?[name]) }
    /// Returns an element of an array, or an empty value if there is none.
    package subscript(index: Int) -> JSONValue {
        let array = value as? [Any] ?? []
        return JSONValue(value: array.indices.contains(index) ? array[index] : nil)
    }

    package var number: Double? { (value as? NSNumber)?.doubleValue }
    package var string: String? { value as? String }
    package var bool: Bool? { value as? Bool }
    /// The elements of an array; empty for other values.
    package var elements: [JSONValue] { (value as? [Any] ?? []).map { JSONValue(value: $0) } }
    /// The names of an object's fields; empty for other values.
    package var names: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
}
