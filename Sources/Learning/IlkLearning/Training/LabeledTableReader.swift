import IlkFraming
import IlkVocabulary

/// A parser of labeled texts in CSV and TSV.
struct LabeledTableReader {
    private let reader: LabeledTextReader

    init(_ reader: LabeledTextReader) { self.reader = reader }

    /// The columns with the fields of a record, as indexes from 0.
    private struct Columns {
        var text: Int
        var label: Int?
        var source: Int?
        var weight: Int?
        var time: Int?
        /// The number of fields in each row.
        var count: Int
        /// The names in the header row, or `nil` if the table has none.
        var names: [String]?
        /// `true` if an apostrophe precedes each field that a spreadsheet would evaluate as a formula. The
        /// reader removes these apostrophes.
        var isGuarded = false

        /// Returns a column in words.
        func name(_ index: Int) -> String { names.map { "column '\($0[index])'" } ?? "column \(index + 1)" }
    }

    /// Parses the rows of a file.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - start: The offset of the first row.
    ///   - body: Called for each record with the line on which it begins.
    func read(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int,
        _ body: (Int, LabeledTextReader.Outcome) -> Void
    ) {
        let isTSV = reader.format == .tsv
        var rows = DelimitedRowReader(
            separator: isTSV ? UInt8(ascii: "\t") : DelimitedRowReader.separator(of: bytes, from: start),
            hasQuoting: !isTSV,
            from: start)
        guard rows.next(bytes) else { return }
        do throws(LabeledTextProblem) {
            let hasHeader = !reader.fields.arePositions(needsLabel: reader.labels != .atMostOne)
            let columns = try hasHeader ? named(rows, bytes) : numbered(rows, bytes)
            var isLeft = hasHeader ? rows.next(bytes) : true
            while isLeft {
                do throws(LabeledTextProblem) {
                    body(rows.line, .success(try record(rows, columns, bytes)))
                } catch {
                    body(rows.line, .failure(error))
                    if error.endsFile { return }
                }
                isLeft = rows.next(bytes)
            }
        } catch {
            // Without columns no row can be read.
            body(error.line, .failure(error.endingFile))
        }
    }

    // MARK: Columns

    /// Returns the columns that the header row names.
    private func named(
        _ header: DelimitedRowReader, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(LabeledTextProblem) -> Columns {
        try check(header, bytes)
        var names: [String] = []
        for cell in header.cells { names.append(try text(cell, "the header row", header, bytes)) }
        let isGuarded = names[0].hasPrefix("'")
        if isGuarded { names = CommaSeparated.unescapingFormulas(names).map { $0 ?? "" } }
        let fields = reader.fields
        func index(_ field: String, isNeeded: Bool) throws(LabeledTextProblem) -> Int? {
            let places = names.indices.filter { names[$0] == field }
            guard places.count < 2 else {
                throw LabeledTextProblem(
                    line: header.line, column: 1,
                    "\(places.count) columns are named '\(field)'; expected one",
                    .columns, endsFile: true)
            }
            if places.isEmpty, isNeeded || fields.given.contains(field) {
                throw LabeledTextProblem(
                    line: header.line, column: 1,
                    "missing column '\(field)'; the columns are: \(Self.list(names))",
                    .columns, endsFile: true)
            }
            return places.first
        }
        return Columns(
            text: try index(fields.text, isNeeded: true) ?? 0,
            label: try index(fields.label, isNeeded: reader.labels != .atMostOne),
            source: try index(fields.source, isNeeded: false),
            weight: try index(fields.weight, isNeeded: false),
            time: try fields.time.flatMap { name throws(LabeledTextProblem) in
                try index(name, isNeeded: true)
            },
            count: names.count, names: names, isGuarded: isGuarded)
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", ..." : "")
    }

    /// Returns the columns of a table without a header row.
    private func numbered(
        _ first: DelimitedRowReader, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(LabeledTextProblem) -> Columns {
        try check(first, bytes)
        let fields = reader.fields
        func index(_ field: String) throws(LabeledTextProblem) -> Int? {
            guard fields.given.contains(field), let index = LabeledTextFields.position(field) else {
                return nil
            }
            guard index < first.cells.count else {
                throw LabeledTextProblem(
                    line: first.line, column: 1,
                    "missing column \(field); the first row has \(first.cells.count) columns", .columns,
                    endsFile: true)
            }
            return index
        }
        return Columns(
            text: try index(fields.text) ?? 0, label: try index(fields.label),
            source: try index(fields.source),
            weight: try index(fields.weight),
            time: try fields.time.flatMap { name throws(LabeledTextProblem) in try index(name) },
            count: first.cells.count)
    }

    // MARK: Rows

    private func record(
        _ row: DelimitedRowReader, _ columns: Columns, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(LabeledTextProblem) -> LabeledLine {
        try check(row, bytes)
        guard row.cells.count == columns.count else {
            let surplus = row.cells.dropFirst(columns.count).first
            let place = surplus.map { $0.range.lowerBound - ($0.isQuoted ? 1 : 0) } ?? row.end
            throw problem(
                "\(row.cells.count) \(row.cells.count == 1 ? "field" : "fields"); expected \(columns.count)"
                    + (columns.names.map { ": \(Self.list($0))" } ?? ", as in the first row"), at: place, row,
                bytes)
        }
        func field(_ index: Int?) throws(LabeledTextProblem) -> String {
            guard let index else { return "" }
            let found = try text(row.cells[index], columns.name(index), row, bytes)
            return columns.isGuarded ? CommaSeparated.unescapingFormulas([found])[0] ?? "" : found
        }
        let label = try field(columns.label)
        if label.isEmpty, !reader.labels.allowsNone, let column = columns.label {
            throw problem(
                "the label is empty: \(columns.name(column))", at: row.cells[column].range.lowerBound, row,
                bytes)
        }
        let source = try field(columns.source)
        let digits = try field(columns.weight)
        let weight = digits.isEmpty ? nil : LabeledLine.weight(digits)
        if weight == nil, !digits.isEmpty, let column = columns.weight {
            throw problem(
                "\(columns.name(column)) \(LabeledLine.weightRange)", at: row.cells[column].range.lowerBound,
                row,
                bytes)
        }
        let labels = reader.labels == .any ? split(label) : [label]
        var line = LabeledLine(
            text: try field(columns.text), label: labels.first ?? "", source: source.isEmpty ? nil : source,
            weight: weight, furtherLabels: Array(labels.dropFirst()))
        if let column = columns.label, let reason = LabeledTextReader.fault(in: line) {
            throw problem(reason, at: row.cells[column].range.lowerBound, row, bytes)
        }
        if let column = columns.time {
            line.time = LabeledLine.time(try field(column))
            guard line.time != nil else {
                throw problem(
                    "\(columns.name(column)) \(LabeledLine.timeForms)",
                    at: row.cells[column].range.lowerBound, row, bytes)
            }
        }
        return line
    }

    /// Returns the labels of a field, each once, without the spaces around them.
    private func split(_ field: String) -> [String] {
        var seen: Set<String> = []
        return field.split(separator: reader.labelSeparator).map { part in
            let begin = part.drop { $0 == " " }
            return String(begin.prefix(begin.count - begin.reversed().prefix { $0 == " " }.count))
        }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Throws if a row violates the format.
    private func check(
        _ row: DelimitedRowReader, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(LabeledTextProblem) {
        guard let (fault, offset) = row.fault else { return }
        let isUnclosed = fault == .unclosedQuote
        throw problem(
            fault.description, at: offset, row, bytes, isUnclosed ? .unclosedQuote : .record,
            endsFile: isUnclosed)
    }

    private func text(
        _ cell: DelimitedRowReader.Cell, _ name: String, _ row: DelimitedRowReader,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(LabeledTextProblem) -> String {
        if let text = row.text(cell, of: bytes) { return text }
        let valid = UTF8Repair.validPrefix(of: UnsafeBufferPointer(rebasing: bytes[cell.range]))
        throw problem(
            "\(name) is not valid UTF-8", at: cell.range.lowerBound + valid, row, bytes,
            .encoding)
    }

    /// Returns the problem at an offset. A row may have several lines.
    private func problem(
        _ reason: String, at offset: Int, _ row: DelimitedRowReader, _ bytes: UnsafeBufferPointer<UInt8>,
        _ cause: LabeledTextProblem.Cause = .record, endsFile: Bool = false
    ) -> LabeledTextProblem {
        let before = bytes[row.start..<offset]
        let feeds = before.count { $0 == UInt8(ascii: "\n") }
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? row.start
        return LabeledTextProblem(
            line: row.line + feeds, column: offset - lineStart + 1, reason, cause, endsFile: endsFile)
    }
}
