import IlkFraming
import IlkHTTP
import IlkVocabulary

/// The payload of a debug event as text.
enum DebugPayloadView {
    struct Row {
        let name: String
        let value: String
        /// The search for events with the same value, or `nil` for values that cannot be searched.
        let path: String?
    }

    private static let maximumRows = 200

    /// Returns a payload in one line.
    static func line(_ json: JSONTree) -> String {
        values(json).map { "\($0.name)=\($0.value ?? "null")" }.joined(separator: " ")
    }

    /// Returns a row for each value. Its name is the path of the value, such as `user.id`.
    static func rows(_ json: JSONTree) -> [Row] {
        values(json).map { name, value in
            Row(name: name, value: value ?? "null", path: value.flatMap { search(name, $0) })
        }
    }

    private typealias Values = [(name: String, value: String?)]

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
        case .null: values.append((name, nil))
        case .bool(let value): values.append((name, "\(value)"))
        case .integer(let value): values.append((name, "\(value)"))
        case .number(let value): values.append((name, "\(value)"))
        case .string(let value): values.append((name, value))
        }
    }

    /// Returns the path of a search for a value, or `nil` if it cannot be searched.
    private static func search(_ name: String, _ value: String) -> String? {
        let isPlain = name.utf8.allSatisfy { $0.isASCIIWord || ".-".utf8.contains($0) }
        guard isPlain, !value.isEmpty, value.utf8.count <= 200, !value.contains("\"") else { return nil }
        return PagePath.path("/ui/debug", [Pair("q", "payload.\(name):\"\(value)\"")])
    }
}
