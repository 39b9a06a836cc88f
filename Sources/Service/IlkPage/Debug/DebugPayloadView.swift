import IlkFraming
import IlkHTTP
import IlkVocabulary

/// The payload of a debug event as text.
enum DebugPayloadView {
    struct Row {
        let name: String
        let value: String
        /// The path of the search for events with this value, or `nil` if the value cannot be searched.
        let path: String?
    }

    private static let maximumRows = 200

    /// Returns a payload in one line, such as `user.id=7 retry=true`.
    static func line(_ json: JSONTree) -> String {
        values(json).map { "\($0.name)=\($0.value ?? "null")" }.joined(separator: " ")
    }

    /// Returns a row for each value. Its name is the path of the value, such as `user.id`.
    static func rows(_ json: JSONTree) -> [Row] {
        values(json).map { name, value, isSearchable in
            let path = isSearchable ? value.flatMap { search(name, $0) } : nil
            return Row(name: name, value: value ?? "null", path: path)
        }
    }

    private typealias Values = [(name: String, value: String?, isSearchable: Bool)]

    private static func values(_ json: JSONTree) -> Values {
        var values: Values = []
        add(json, "", to: &values)
        return values
    }

    private static func add(_ json: JSONTree, _ name: String, to values: inout Values) {
        guard values.count < maximumRows else { return }
        switch json {
        case .object(let fields):
            for field in fields {
                add(field.value, name.isEmpty ? field.name : "\(name).\(field.name)", to: &values)
            }
        case .array(let elements):
            for (place, value) in elements.enumerated() { add(value, "\(name).\(place)", to: &values) }
        case .null: values.append((name, nil, false))
        case .bool(let value): values.append((name, "\(value)", true))
        case .integer(let value): values.append((name, "\(value)", true))
        case .number(let value):
            // A search compares texts, and SQLite writes exponents in another form.
            let text = "\(value)"
            values.append((name, text, !text.contains("e")))
        case .string(let value): values.append((name, value, true))
        }
    }

    /// Returns the path of the search for a value, or `nil` if the value cannot be searched.
    private static func search(_ name: String, _ value: String) -> String? {
        let isPlain = name.utf8.allSatisfy { $0.isASCIIWord || ".-".utf8.contains($0) }
        guard isPlain, !value.isEmpty, value.utf8.count <= 200, !value.contains("\"") else { return nil }
        return PagePath.path("/ui/debug", [Pair("q", "payload.\(name):\"\(value)\"")])
    }
}
