/// A coding key for a JSON field whose name is known only at run time.
package struct FieldName: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }
    package init(stringValue name: String) { stringValue = name }
    package init?(intValue: Int) { nil }
}
