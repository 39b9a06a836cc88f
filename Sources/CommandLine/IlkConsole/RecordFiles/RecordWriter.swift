/// Writes records one after the other in one format.
package struct RecordWriter {
    private let format: RecordFileFormat
    private let isGuarded: Bool
    private let output: OutputWriter
    /// How many there are so far.
    package private(set) var count = 0

    /// A writer that begins now: rows of fields begin with their names.
    ///
    /// - Parameters:
    ///   - format: How records are written.
    ///   - names: What the fields of a row are called.
    ///   - isGuarded: Whether no field is to be taken for a formula by a spreadsheet.
    package init(
        _ format: RecordFileFormat, names: [String?], isGuarded: Bool = false, to output: OutputWriter
    ) {
        self.format = format
        self.isGuarded = isGuarded
        self.output = output
        guard format == .csv else { return }
        var names = isGuarded ? CommaSeparated.guarded(names) : names
        // The mark of a guarded file: who reads it takes the apostrophes away.
        if isGuarded, !names.isEmpty { names[0] = "'" + (names[0] ?? "") }
        output.withBuffer { CommaSeparated.append(names, to: &$0) }
    }

    /// Writes a record: as a JSON object on one line, or as the fields of a row, of which only one is asked for.
    package mutating func write(
        json: () throws -> [UInt8], fields: () throws -> [String?] = { [] }
    ) throws {
        switch format {
        case .ndjson: output.append(try json() + [0x0A])
        case .json: output.append(try Array((count == 0 ? "[\n" : ",\n").utf8) + json())
        case .csv:
            let fields = try isGuarded ? CommaSeparated.guarded(fields()) : fields()
            output.withBuffer { CommaSeparated.append(fields, to: &$0) }
        }
        count += 1
        try output.endRecord()
    }

    /// Writes what ends the file.
    ///
    /// - Returns: How many records it has.
    package func end() throws -> Int {
        if format == .json { output.append(count == 0 ? "[]\n" : "\n]\n") }
        try output.flush()
        return count
    }
}
