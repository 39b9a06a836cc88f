import IlkFraming
import IlkHTTP
import IlkPipeline
import IlkStore
import IlkVocabulary

/// A CSV table with a column of texts. The response adds columns with verdicts. Rows are read one at a time.
struct TextTable: Sendable {
    enum Row {
        /// The bytes of the row, and its text.
        case text(ArraySlice<UInt8>, String)
        /// The error of a row that cannot be read, with the number of the line.
        case fault(String)
    }

    private struct Header {
        let bytes: [UInt8]
        let separator: UInt8
        let columns: Int
        let text: Int
        /// `true` if an apostrophe precedes fields that a spreadsheet would evaluate as formulas.
        let isGuarded: Bool
    }

    /// The columns that the response adds.
    static let columns = ["category", "probability", "abstention", "entry", "error"]

    private let name: String
    private let limit: Int
    private var rows = RowSplitter()
    private var header: Header?

    /// - Parameters:
    ///   - name: The name of the column with the texts.
    ///   - limit: The maximum number of bytes of a row.
    init(textsIn name: String, limit: Int) {
        self.name = name
        self.limit = limit
    }

    /// The length of the incomplete row in bytes, at most the limit.
    var pendingBytes: Int { min(rows.pendingBytes, limit) }

    /// `true` if the incomplete row is too long.
    var isTooLong: Bool { rows.pendingBytes > limit }

    mutating func append(_ part: [UInt8]) { rows.append(part) }

    mutating func finish() { rows.finish() }

    /// Reads the header row.
    ///
    /// - Returns: `false` if more input is needed, or the table is empty.
    /// - Throws: ``Problem`` `invalid-body` if the header row is invalid, or does not have the text column
    ///   exactly once.
    mutating func readHeader() throws(Problem) -> Bool {
        guard let row = rows.next() else {
            guard isTooLong else { return false }
            throw Problem.tooLarge(limit)
        }
        guard row.bytes.count <= limit else { throw Problem.tooLarge(limit) }
        let header = try Self.header(Array(row.bytes), textsIn: name)
        rows.separator = header.separator
        self.header = header
        return true
    }

    private static func header(_ bytes: [UInt8], textsIn name: String) throws(Problem) -> Header {
        let start = ByteOrderMark.length(in: bytes)
        let separator = bytes.withUnsafeBufferPointer { DelimitedRowReader.separator(of: $0, from: start) }
        var reader = DelimitedRowReader(separator: separator, from: start)
        let names = bytes.withUnsafeBufferPointer { bytes -> [String?]? in
            guard reader.next(bytes), reader.fault == nil else { return nil }
            return reader.cells.map { reader.text($0, of: bytes) }
        }
        guard let names, !names.contains(nil) else {
            throw fault(reader.fault.map { "\($0.kind)" } ?? "names are not valid UTF-8")
        }
        let isGuarded = names[0]?.hasPrefix("'") ?? false
        let plain = isGuarded ? CommaSeparated.unescapingFormulas(names) : names
        let places = plain.indices.filter { plain[$0] == name }
        guard let place = places.first, places.count == 1 else {
            throw fault("must have one column named 'text'; 'textField' sets another name")
        }
        if let taken = columns.first(where: { plain.contains($0) }) {
            throw fault("has a column '\(taken)'; rename the column, because the response adds this name")
        }
        return Header(
            bytes: bytes, separator: separator, columns: names.count, text: place, isGuarded: isGuarded)
    }

    private static func fault(_ reason: String) -> Problem {
        Problem(
            .invalidBody,
            faults: [FieldFault(.body(""), .missing, "is not a table: its header row \(reason)")])
    }

    /// Returns the next row after the header, or `nil` if more input is needed or none is left.
    mutating func next() -> Row? {
        guard let header, let row = rows.next() else { return nil }
        guard row.bytes.count <= limit else { return .fault(Self.tooLong(row.line, limit)) }
        return row.bytes.withUnsafeBufferPointer { bytes in
            var reader = DelimitedRowReader(separator: header.separator)
            guard reader.next(bytes) else { return nil }
            if let fault = reader.fault { return .fault("line \(row.line): \(fault.kind)") }
            guard reader.cells.count == header.columns else {
                return .fault(
                    "line \(row.line): the row has \(reader.cells.count) fields, expected \(header.columns)")
            }
            guard let text = reader.text(reader.cells[header.text], of: bytes) else {
                return .fault("line \(row.line): the text is not valid UTF-8")
            }
            let plain = header.isGuarded ? CommaSeparated.unescapingFormulas([text])[0] : text
            return .text(row.bytes, plain ?? "")
        }
    }

    private static func tooLong(_ line: Int, _ limit: Int) -> String {
        "line \(line): the row has more than \(limit) bytes"
    }

    /// Appends the header row with the additional columns.
    func appendHeader(to output: inout [UInt8]) {
        append(Self.columns, after: header?.bytes ?? [], to: &output)
    }

    /// Appends a row with its verdict.
    func append(_ row: ArraySlice<UInt8>, _ verdict: Verdict, entry: RecordID?, to output: inout [UInt8]) {
        let labels = verdict.predictions.map(\.rawValue)
        var probability: [UInt8] = []
        JSONNumber.append(verdict.probability, to: &probability)
        append(
            [
                labels.isEmpty ? nil : labels.joined(separator: ","),
                labels.isEmpty ? nil : String(decoding: probability, as: UTF8.self),
                verdict.abstention?.rawValue, entry?.description, nil,
            ], after: row, to: &output)
    }

    /// Appends a row with an error in place of a row that cannot be read.
    func append(_ fault: String, to output: inout [UInt8]) {
        let missing = (header?.columns ?? 1) + Self.columns.count - 2
        append([String?](repeating: nil, count: missing) + [fault], after: [], to: &output)
    }

    /// Appends the error of a row that is too long. The rest of the table cannot be read.
    func appendEnd(to output: inout [UInt8]) {
        append("a row has more than \(limit) bytes: the rest of the table was not read", to: &output)
    }

    private func append(_ fields: [String?], after row: some Collection<UInt8>, to output: inout [UInt8]) {
        let separator = header?.separator ?? UInt8(ascii: ",")
        output += row
        output.append(separator)
        CommaSeparated.append(fields, separator: separator, to: &output)
    }
}
