import IlkConsole
import IlkFraming
import IlkStore
import IlkUsage

/// The decoder of usage records in CSV, whose columns are ``UsageRecord/columnNames``.
struct UsageRecordCSV {
    private static let numbers: Set<String> = [
        "phrase_position", "construction_time_ms", "final_phrase_length", "records",
    ]
    private static let composed: Set<String> = [
        "grid_row", "grid_column", "modeling", "symbol_ids", "edits_removed", "edits_reordered",
    ]

    private let named: NamedFields

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
        for case let name? in UsageRecord.columnNames where !Self.composed.contains(name) {
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
