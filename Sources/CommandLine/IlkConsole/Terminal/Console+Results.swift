extension Console {
    /// Writes the result of a command as pretty-printed JSON or as human-readable text.
    package func write(
        _ result: @autoclosure () throws -> some Encodable, as format: ResultFormat,
        text: () throws -> String
    ) throws {
        try write(one: try result(), as: format.layout, text: text)
    }

    /// Writes the result of a command as one JSON object, pretty-printed or on one line, or as human-readable
    /// text.
    package func write(
        one result: @autoclosure () throws -> some Encodable, as format: OutputFormat,
        text: () throws -> String
    ) throws {
        try write(try result(), lines: [try result()], as: format, text: text)
    }

    /// Writes the result of a command as pretty-printed JSON, as NDJSON or as human-readable text.
    ///
    /// - Parameter lines: The parts of the result for NDJSON, one object per line.
    package func write<Part: Encodable>(
        _ result: @autoclosure () throws -> some Encodable, lines: @autoclosure () throws -> [Part],
        as format: OutputFormat, text: () throws -> String
    ) throws {
        switch format {
        case .text: output.append(try text())
        case .json: try write(json: try result())
        case .ndjson: for part in try lines() { try write(json: part, isPretty: false) }
        }
        try output.flush()
    }

    /// Writes records as a JSON array, as NDJSON or as human-readable text.
    ///
    /// - Parameter empty: The message if there are no records and the format is text, or `nil` to write the
    ///   text anyway.
    package func write<Record: Encodable>(
        records: @autoclosure () throws -> [Record], as format: OutputFormat, empty: String? = nil,
        text: () throws -> String
    ) throws {
        if let empty, format == .text, try records().isEmpty {
            note(empty)
            return try output.flush()
        }
        try write(try records(), lines: try records(), as: format, text: text)
    }

    /// Writes records as a JSON array or as human-readable text.
    ///
    /// - Parameter empty: The message if there are no records and the format is text, or `nil` to write the
    ///   text anyway.
    package func write<Record: Encodable>(
        records: @autoclosure () throws -> [Record], as format: ResultFormat, empty: String? = nil,
        text: () throws -> String
    ) throws {
        try write(records: try records(), as: format.layout, empty: empty, text: text)
    }

    /// Returns the lines of a table, fitted to the width of the terminal.
    package func text(_ table: Table) -> String { table.rendered(style, within: columns) }
}
