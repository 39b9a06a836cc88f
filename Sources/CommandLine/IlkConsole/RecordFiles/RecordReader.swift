/// Reads the records of a file of one format, one after the other.
package struct RecordReader<Record> {
    /// How they are written.
    package let format: RecordFileFormat
    /// What the file is called in messages.
    package let name: String
    /// Reads a JSON object.
    package let json: (ArraySlice<UInt8>) throws -> Record
    /// Reads a row of fields under the names of the first row.
    package let fields: ([String?]) throws -> ([String?]) throws -> Record

    /// What stands in which field, once the first row has said so.
    private var row: (([String?]) throws -> Record)?
    /// Whether the fields were guarded against spreadsheets: the first name says so.
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

    /// Looks at the first bytes of the file.
    ///
    /// - Throws: `badInput` when they are not of the format.
    package mutating func begin(_ block: ArraySlice<UInt8>) throws(CommandFailure) {
        guard format == .json, !hasBegun else { return }
        let first = block.first { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) }
        guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") || first == nil && !block.isEmpty
        else {
            throw CommandFailure(.badInput, "it is no JSON array", at: name)
        }
        hasBegun = first != nil
    }

    /// The record of these bytes; nil for a row of names.
    ///
    /// - Throws: `RecordProblem`, and `badInput` when names are missing that every record needs.
    package mutating func record(_ bytes: ArraySlice<UInt8>) throws -> Record? {
        guard format == .csv else { return try json(bytes) }
        let found = CommaSeparated.row(bytes)
        guard let row else {
            let names = found ?? []
            isGuarded = names.first??.hasPrefix("'") ?? false
            do {
                row = try fields(isGuarded ? CommaSeparated.unguarded(names) : names)
            } catch let problem as RecordProblem {
                throw CommandFailure(.badInput, problem.says, at: name)
            }
            return nil
        }
        guard let found else { throw RecordProblem(says: "its quotes or its UTF-8 are broken") }
        return try row(isGuarded ? CommaSeparated.unguarded(found) : found)
    }
}
