import IlkFraming
import IlkHTTP

/// A debug event in a list.
struct DebugRow {
    let path: String
    let iso: String
    let time: String
    let level: String
    /// `true` for warnings and errors.
    let isSevere: Bool
    let wasSuggested: Bool
    let source: String
    let event: String
    let payload: String
    let trace: String
    let session: String

    init(_ json: JSONTree) {
        let id = json["id"]?.string ?? ""
        path = "/ui" + PagePath.path("debug", "events", id)
        iso = json["timestamp"]?.string ?? ""
        time = String(iso.prefix(10)) + " " + String(iso.dropFirst(11).prefix(12))
        let (level, suggested) = Self.level(json)
        self.level = level ?? suggested ?? "no level"
        wasSuggested = level == nil && suggested != nil
        isSevere = ["warn", "error"].contains(self.level)
        source = json["source"]?.string ?? ""
        event = PageText.cut(json["event"]?.string ?? "", to: 300)
        payload = PageText.cut(DebugPayloadView.line(json["payload"] ?? .null), to: 300)
        trace = "/ui" + PagePath.path("debug", "traces", json["correlation_id"]?.string ?? id)
        session = String((json["session_id"]?.string ?? "").suffix(8))
    }

    /// Returns the level of an event, and the suggested one.
    static func level(_ json: JSONTree) -> (level: String?, suggested: String?) {
        (json["corrected_level"]?.string ?? json["level"]?.string, json["suggestion"]?["label"]?.string)
    }
}

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
        rows(json).map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    }

    /// Returns a row for each value, named by its place.
    static func rows(_ json: JSONTree) -> [Row] {
        var rows: [Row] = []
        add(json, "", to: &rows)
        return rows
    }

    private static func add(_ json: JSONTree, _ name: String, to rows: inout [Row]) {
        guard rows.count < maximumRows else { return }
        switch json {
        case .object(let fields):
            for field in fields {
                add(field.value, name.isEmpty ? field.name : "\(name).\(field.name)", to: &rows)
            }
        case .array(let values):
            for (place, value) in values.enumerated() { add(value, "\(name).\(place)", to: &rows) }
        case .null: rows.append(Row(name: name, value: "null", path: nil))
        case .bool(let value): rows.append(row(name, "\(value)"))
        case .integer(let value): rows.append(row(name, "\(value)"))
        case .number(let value): rows.append(row(name, "\(value)"))
        case .string(let value): rows.append(row(name, value))
        }
    }

    private static func row(_ name: String, _ value: String) -> Row {
        let isPlain = name.utf8.allSatisfy { byte in
            ("a"..."z").contains(Unicode.Scalar(byte)) || ("A"..."Z").contains(Unicode.Scalar(byte))
                || ("0"..."9").contains(Unicode.Scalar(byte)) || "._-".utf8.contains(byte)
        }
        let canSearch = isPlain && !value.isEmpty && value.utf8.count <= 200 && !value.contains("\"")
        let query = "payload.\(name):\"\(value)\""
        return Row(
            name: name, value: value,
            path: canSearch ? PagePath.path("/ui/debug", [Pair("q", query)]) : nil)
    }
}
