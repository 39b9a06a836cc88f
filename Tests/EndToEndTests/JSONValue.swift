import Foundation

/// A JSON value that a test looks into.
struct JSONValue {
    private let value: Any?

    /// Reads a value.
    init(_ data: Data) throws {
        value = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    }

    private init(value: Any?) { self.value = value }

    /// The member of an object; nothing of anything else.
    subscript(name: String) -> JSONValue { JSONValue(value: (value as? [String: Any])?[name]) }
    /// The element of an array; nothing of anything else.
    subscript(index: Int) -> JSONValue {
        let array = value as? [Any] ?? []
        return JSONValue(value: array.indices.contains(index) ? array[index] : nil)
    }

    /// The number.
    var number: Double? { (value as? NSNumber)?.doubleValue }
    /// The string.
    var string: String? { value as? String }
    /// The truth.
    var bool: Bool? { value as? Bool }
    /// The elements of an array.
    var elements: [JSONValue] { (value as? [Any] ?? []).map { JSONValue(value: $0) } }
    /// The names of an object's members.
    var names: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
}
