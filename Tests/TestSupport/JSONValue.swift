package import Foundation

/// A JSON value whose parts a test reads.
package struct JSONValue {
    private let value: Any?

    /// Parses a value.
    package init(_ data: Data) throws {
        value = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    }

    private init(value: Any?) { self.value = value }

    /// The field of an object; nothing for any other value.
    package subscript(name: String) -> JSONValue { JSONValue(value: (value as? [String: Any])?[name]) }
    /// The element of an array; nothing for any other value.
    package subscript(index: Int) -> JSONValue {
        let array = value as? [Any] ?? []
        return JSONValue(value: array.indices.contains(index) ? array[index] : nil)
    }

    /// The number.
    package var number: Double? { (value as? NSNumber)?.doubleValue }
    /// The string.
    package var string: String? { value as? String }
    /// The truth.
    package var bool: Bool? { value as? Bool }
    /// The elements of an array.
    package var elements: [JSONValue] { (value as? [Any] ?? []).map { JSONValue(value: $0) } }
    /// The names of an object's members.
    package var names: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
}
