import IlkFraming

/// A writer of records in one format.
package struct RecordWriter {
    private let format: RecordFileFormat
    private let isGuarded: Bool
    private let output: OutputWriter
    /// The number of records written.
    package private(set) var count = 0

    /// Creates a writer. For CSV, also writes the header row.
    ///
    /// - Parameter isGuarded: `true` to put an apostrophe before CSV fields that a spreadsheet would run as
    ///   formulas.
    package init(
        _ format: RecordFileFormat, names: [String?], isGuarded: Bool = false, to output: OutputWriter
    ) {
        self.format = format
        self.isGuarded = isGuarded
        self.output = output
        guard format == .csv else { return }
        var names = isGuarded ? CommaSeparated.escapingFormulas(names) : names
        // An apostrophe before the first name marks a guarded file. Readers then remove all apostrophes.
        if isGuarded, !names.isEmpty { names[0] = "'" + (names[0] ?? "") }
        output.withBuffer { CommaSeparated.append(names, to: &$0) }
    }

    /// Writes a record. Only the closure for the current format is called.
    package mutating func write(
        json: () throws -> [UInt8], fields: () throws -> [String?] = { [] }
    ) throws {
        switch format {
        case .ndjson: output.append(try json() + [0x0A])
        case .json: output.append(try Array((count == 0 ? "[\n" : ",\n").utf8) + json())
        case .csv:
            let fields = try isGuarded ? CommaSeparated.escapingFormulas(fields()) : fields()
            output.withBuffer { CommaSeparated.append(fields, to: &$0) }
        }
        count += 1
        try output.endRecord()
    }

    /// Writes the end of the file.
    ///
    /// - Returns: The number of records.
    package func end() throws -> Int {
        if format == .json { output.append(count == 0 ? "[]\n" : "\n]\n") }
        try output.flush()
        return count
    }
}
