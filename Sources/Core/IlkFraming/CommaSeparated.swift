/// Formats and parses rows of CSV (RFC 4180). A row ends with CRLF. Fields are separated by commas and quoted
/// if necessary. An empty field without quotes is `nil`. An empty field in quotes is the empty string.
package enum CommaSeparated {
    /// Appends a row.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - separator: The byte between fields.
    ///   - bytes: The output buffer, to which the row is appended.
    package static func append(
        _ fields: [String?], separator: UInt8 = UInt8(ascii: ","), to bytes: inout [UInt8]
    ) {
        for (place, field) in fields.enumerated() {
            if place > 0 { bytes.append(separator) }
            guard let field else { continue }
            let needsQuotes =
                field.isEmpty || field.utf8.contains { $0 == separator || "\"\r\n".utf8.contains($0) }
            guard needsQuotes else {
                bytes += field.utf8
                continue
            }
            bytes.append(UInt8(ascii: "\""))
            for byte in field.utf8 {
                if byte == UInt8(ascii: "\"") { bytes.append(byte) }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        bytes += "\r\n".utf8
    }

    /// Returns fields that no spreadsheet evaluates as formulas. An apostrophe is prepended to a field that
    /// starts like a formula (OWASP, CSV injection). An apostrophe is also prepended to a field that starts
    /// with an apostrophe, so the change is reversible.
    package static func escapingFormulas(_ fields: [String?]) -> [String?] {
        fields.map { field in
            guard let field, let first = field.unicodeScalars.first,
                "=+-@\t\r'＝＋－＠".unicodeScalars.contains(first)
            else { return field }
            return "'" + field
        }
    }

    /// Returns the fields without the apostrophes that ``escapingFormulas(_:)`` prepended.
    package static func unescapingFormulas(_ fields: [String?]) -> [String?] {
        fields.map { field in
            guard let field, field.utf8.first == UInt8(ascii: "'") else { return field }
            return String(field.unicodeScalars.dropFirst())
        }
    }

    /// A parsed row, with the number of the line on which the row begins, counted from 1.
    package struct Row {
        package var line: Int
        /// The fields, or `nil` if a quote is not closed or is followed by other characters.
        package var fields: [String?]?
    }

    /// Parses all rows. A single line feed also ends a row, and empty rows are skipped.
    package static func rows(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) -> [Row] {
        bytes.withUnsafeBufferPointer { bytes in
            var rows: [Row] = []
            var reader = DelimitedRowReader(separator: separator)
            while reader.next(bytes) {
                rows.append(Row(line: reader.line, fields: fields(of: reader, bytes)))
            }
            return rows
        }
    }

    /// Parses the fields of one row. Returns `nil` if a quote is not closed or is followed by other
    /// characters.
    package static func row(_ bytes: ArraySlice<UInt8>) -> [String?]? {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = DelimitedRowReader()
            return reader.next(bytes) ? fields(of: reader, bytes) : nil
        }
    }

    private static func fields(
        of reader: DelimitedRowReader, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [String?]? {
        guard reader.fault == nil else { return nil }
        var fields: [String?] = []
        fields.reserveCapacity(reader.cells.count)
        for cell in reader.cells {
            if cell.range.isEmpty, !cell.isQuoted {
                fields.append(nil)
            } else {
                guard let text = reader.text(cell, of: bytes) else { return nil }
                fields.append(text)
            }
        }
        return fields
    }
}
