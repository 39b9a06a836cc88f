/// The name of a JSON field that is known only at run time, as a coding key.
package struct FieldName: CodingKey {
    /// The name.
    package let stringValue: String
    /// No number: fields have names.
    package var intValue: Int? { nil }

    /// Creates the key of a name.
    package init(stringValue: String) { self.stringValue = stringValue }

    /// Returns `nil`.
    package init?(intValue: Int) { nil }
}
