import IlkFraming
import IlkStore
import IlkVocabulary

/// A parser for the records of a file in one format.
package struct RecordReader<Record> {
    /// The format of the file.
    package let format: RecordFileFormat
    /// The name by which messages refer to the file.
    package let name: String
    /// Parses a JSON object.
    package let json: (ArraySlice<UInt8>) throws -> Record
    /// Takes the column names of the header row, and returns a function that parses a row.
    package let fields: ([String?]) throws -> ([String?]) throws -> Record

    /// The parser of rows, available after the header row.
    private var row: (([String?]) throws -> Record)?
    /// `true` if the file was exported for spreadsheets: an apostrophe precedes each field that looks like a
    /// formula. In such a file, an apostrophe also precedes the first column name.
    private var isGuarded = false
    private var hasBegun = false

    package init(
        format: RecordFileFormat, name: String, json: @escaping (ArraySlice<UInt8>) throws -> Record,
        fields: @escaping ([String?]) throws -> ([String?]) throws -> Record
    ) {
        self.format = format
        self.name = name
        self.json = json
        self.fields = fields
    }

    /// Checks the first bytes of the file.
    ///
    /// - Throws: `badInput` if the bytes do not match the format.
    package mutating func begin(_ block: ArraySlice<UInt8>) throws(CommandError) {
        guard format == .json, !hasBegun else { return }
        let first = block.first { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) }
        guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") || first == nil && !block.isEmpty
        else {
            throw CommandError(
                .badInput, "not a JSON array", at: name,
                hint: "read another format with '--format ndjson' or '--format csv'")
        }
        hasBegun = first != nil
    }

    /// Parses one record. Returns `nil` for the header row.
    ///
    /// - Throws: `RecordError` for an invalid record, or `badInput` if the header row lacks a required
    ///   column or begins with a byte order mark.
    package mutating func record(_ bytes: ArraySlice<UInt8>) throws -> Record? {
        guard format == .csv else { return try json(bytes) }
        let found = CommaSeparated.row(bytes)
        guard let row else {
            let names = found ?? []
            guard names.first??.unicodeScalars.first != "\u{FEFF}" else {
                throw CommandError(
                    .badInput, "the file begins with a byte order mark",
                    at: FileLocation.text(name, line: 1), hint: "remove the byte order mark")
            }
            isGuarded = names.first??.hasPrefix("'") ?? false
            do {
                row = try fields(isGuarded ? CommaSeparated.unescapingFormulas(names) : names)
            } catch let problem as RecordError {
                throw CommandError(
                    .badInput, problem.message, at: FileLocation.text(name, line: 1),
                    hint: "the columns are: \(Suggestion.list(names.compactMap(\.self)))")
            }
            return nil
        }
        guard let found else { throw RecordError(message: "unbalanced quotes or invalid UTF-8") }
        return try row(isGuarded ? CommaSeparated.unescapingFormulas(found) : found)
    }
}
