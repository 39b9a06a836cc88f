import IlkConsole
import IlkFraming
import IlkStore

/// The CSV encoding of usage records. All types of record have the same columns.
struct UsageRecordCSV {
    /// The column names in output order. Input may have any order.
    static let names: [String?] = [
        "type", "id", "timestamp", "session_id", "device_id", "caregiver_profile_id", "language_setting",
        "symbol_id", "symbol_label_displayed", "category_path", "grid_row", "grid_column", "phrase_position",
        "modeling", "symbol_ids", "phrase", "construction_time_ms", "edits_removed", "edits_reordered",
        "final_phrase_length", "tag", "author", "received_at", "account_id", "installation_id", "name",
        "role", "title",
        "place", "records", "sha256",
    ]

    private static let numbers: Set<String> = [
        "phrase_position", "construction_time_ms", "final_phrase_length", "records",
    ]
    private static let composed: Set<String> = [
        "grid_row", "grid_column", "modeling", "symbol_ids", "edits_removed", "edits_reordered",
    ]

    private let named: NamedFields

    /// Returns the CSV fields of a record, which is given as JSON.
    static func fields(_ json: [UInt8]) -> [String?] {
        guard let tree = try? JSONTree(strictly: json) else { return [] }  // Our own encoding.
        return names.map { name in name.flatMap { field($0, of: tree) } }
    }

    private static func field(_ name: String, of tree: JSONTree) -> String? {
        switch name {
        case "grid_row", "grid_column":
            guard case .array(let grid)? = tree["grid_position"], grid.count == 2 else { return nil }
            return text(grid[name == "grid_row" ? 0 : 1])
        case "edits_removed", "edits_reordered":
            return tree["edits_made"].flatMap { edits in
                edits[String(name.dropFirst("edits_".count))].flatMap(text)
            }
        case "symbol_ids":
            guard case .array(let symbols)? = tree[name] else { return nil }
            var writer = JSONWriter()
            writer.beginArray()
            for case .string(let symbol) in symbols { writer.string(symbol) }
            writer.endArray()
            return String(decoding: writer.bytes, as: UTF8.self)
        default: return tree[name].flatMap(text)
        }
    }

    private static func text(_ value: JSONTree) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .bool(let flag): flag ? "true" : "false"
        case .null, .number, .array, .object: nil
        }
    }

    /// Creates a decoder for the columns of a file.
    ///
    /// - Throws: `RecordError` if a required column is missing.
    init(names: [String?]) throws {
        named = try NamedFields(names: names, needed: ["type", "id"])
    }

    /// Decodes a row to the JSON object of a record.
    ///
    /// - Throws: `RecordError` if a field is malformed.
    func tree(_ row: [String?]) throws -> JSONTree {
        var members: [JSONTreeField] = []
        for case let name? in Self.names where !Self.composed.contains(name) {
            guard let text = named.field(name, of: row) else { continue }
            let value = Self.numbers.contains(name) ? JSONTree.integer(try number(text, name)) : .string(text)
            members.append(JSONTreeField(name, value))
        }
        let (line, column) = (named.field("grid_row", of: row), named.field("grid_column", of: row))
        guard (line == nil) == (column == nil) else {
            throw RecordError(message: "fields 'grid_row' and 'grid_column' must be set together")
        }
        if let line, let column {
            let grid = [
                JSONTree.integer(try number(line, "grid_row")), .integer(try number(column, "grid_column")),
            ]
            members.append(JSONTreeField("grid_position", .array(grid)))
        }
        if let flag = named.field("modeling", of: row) {
            guard flag == "true" || flag == "false" else {
                throw RecordError(message: "field 'modeling' must be true or false")
            }
            members.append(JSONTreeField("modeling", .bool(flag == "true")))
        }
        if let symbols = named.field("symbol_ids", of: row) {
            guard let tree = try? JSONTree(strictly: symbols.utf8) else {  // Reported below.
                throw RecordError(message: "field 'symbol_ids' must be a JSON array")
            }
            members.append(JSONTreeField("symbol_ids", tree))
        }
        let edits = try ["removed", "reordered"].compactMap { name in
            try named.field("edits_" + name, of: row).map {
                JSONTreeField(name, .integer(try number($0, "edits_" + name)))
            }
        }
        if !edits.isEmpty { members.append(JSONTreeField("edits_made", .object(edits))) }
        return .object(members)
    }

    private func number(_ text: String, _ name: String) throws -> Int64 {
        guard let number = Int64(text), "\(number)" == text else {
            throw RecordError(message: "field '\(name)' must be an integer")
        }
        return number
    }
}
