extension Console {
    /// Writes the result of a command: as JSON over lines, or as text for people.
    ///
    /// - Parameters:
    ///   - result: The result, as programs read it.
    ///   - format: The format.
    ///   - text: The result, as people read it.
    /// - Throws: Errors of encoding and of the output.
    package func write(
        _ result: @autoclosure () throws -> some Encodable, as format: ResultFormat,
        text: () throws -> String
    ) throws {
        try write(one: try result(), as: format.layout, text: text)
    }

    /// Writes the result of a command of which programs read one object, over lines or on one line.
    ///
    /// - Parameters:
    ///   - result: The result, as programs read it.
    ///   - format: The format.
    ///   - text: The result, as people read it.
    /// - Throws: Errors of encoding and of the output.
    package func write(
        one result: @autoclosure () throws -> some Encodable, as format: OutputFormat,
        text: () throws -> String
    ) throws {
        try write(try result(), lines: [try result()], as: format, text: text)
    }

    /// Writes the result of a command: as JSON over lines, as JSON objects on one line each, or as text for people.
    ///
    /// - Parameters:
    ///   - result: The whole result, as programs read it.
    ///   - lines: Its parts, an object a line.
    ///   - format: The format.
    ///   - text: The result, as people read it.
    /// - Throws: Errors of encoding and of the output.
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

    /// Writes records: as a JSON array, as JSON objects on one line each, or as text for people.
    ///
    /// - Parameters:
    ///   - records: The records, as programs read them.
    ///   - format: The format.
    ///   - empty: The message to people if there are no records; `nil` to write the text then, too.
    ///   - text: The records, as people read them.
    /// - Throws: Errors of encoding and of the output.
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

    /// Writes records: as a JSON array, or as text for people.
    ///
    /// - Parameters: As of the other function of this name.
    /// - Throws: Errors of encoding and of the output.
    package func write<Record: Encodable>(
        records: @autoclosure () throws -> [Record], as format: ResultFormat, empty: String? = nil,
        text: () throws -> String
    ) throws {
        try write(records: try records(), as: format.layout, empty: empty, text: text)
    }

    /// Returns the lines of a table, made to fit into the width of messages.
    package func text(_ table: Table) -> String { table.rendered(style, within: columns) }
}
