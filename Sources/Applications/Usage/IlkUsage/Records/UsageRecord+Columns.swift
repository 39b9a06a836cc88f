import IlkFraming

/// The columns of a usage record in CSV. All types of record have the same columns.
extension UsageRecord {
    /// The column names in output order. Input may have any order.
    package static let columnNames: [String?] = [
        "type", "id", "timestamp", "session_id", "device_id", "caregiver_profile_id", "language_setting",
        "symbol_id", "symbol_label_displayed", "category_path", "grid_row", "grid_column", "phrase_position",
        "modeling", "symbol_ids", "phrase", "construction_time_ms", "edits_removed", "edits_reordered",
        "final_phrase_length", "tag", "author", "received_at", "account_id", "installation_id", "name",
        "role", "title",
        "place", "records", "sha256",
    ]

    /// Returns the values of the columns in the order of ``columnNames``.
    ///
    /// - Parameter json: The record, as ``UsageRecordJSON`` encodes it.
    package static func columns(of json: [UInt8]) -> [String?] {
        guard let tree = try? JSONTree(strictly: json) else { return [] }  // Our own encoding.
        return columnNames.map { name in name.flatMap { column($0, of: tree) } }
    }

    private static func column(_ name: String, of tree: JSONTree) -> String? {
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
}
