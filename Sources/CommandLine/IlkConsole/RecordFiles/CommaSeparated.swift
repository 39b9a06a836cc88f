/// CSV rows according to RFC 4180: comma-separated, terminated by CRLF, with quotes around fields that need
/// them. An empty field without quotes is `nil`, one with quotes is the empty string.
package enum CommaSeparated {
    /// Appends a row.
    package static func append(_ fields: [String?], to bytes: inout [UInt8]) {
        for (place, field) in fields.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            guard let field else { continue }
            let needsQuotes = field.isEmpty || field.utf8.contains { ",\"\r\n".utf8.contains($0) }
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
    /// starts like a formula (OWASP, CSV injection). A field that starts with an apostrophe also gets one,
    /// which makes the change reversible.
    package static func escapingFormulas(_ fields: [String?]) -> [String?] {
        fields.map { field in
            guard let field, let first = field.unicodeScalars.first,
                "=+-@\t\r'＝＋－＠".unicodeScalars.contains(first)
            else { return field }
            return "'" + field
        }
    }

    /// Returns the fields without the apostrophes that ``guarded(_:)`` prepended.
    package static func unescapingFormulas(_ fields: [String?]) -> [String?] {
        fields.map { field in
            guard let field, field.utf8.first == UInt8(ascii: "'") else { return field }
            return String(field.unicodeScalars.dropFirst())
        }
    }

    /// A parsed row, and the number of its first line, counted from 1.
    package struct Row {
        package var line: Int
        /// The fields, or `nil` if a quote is not closed or is followed by other characters.
        package var fields: [String?]?
    }

    /// Parses all rows. A single line feed also ends a row, and empty rows are skipped.
    package static func rows(_ bytes: [UInt8]) -> [Row] {
        var rows: [Row] = []
        var place = 0
        var line = 1
        while place < bytes.count {
            let begin = line
            let row = row(bytes, &place, &line)
            if let row, row.count == 1, row[0] == nil { continue }
            rows.append(Row(line: begin, fields: row))
        }
        return rows
    }

    /// Parses the fields of one row. Returns `nil` if a quote is not closed or is followed by other
    /// characters.
    package static func row(_ bytes: ArraySlice<UInt8>) -> [String?]? { rows(Array(bytes)).first?.fields }

    private static func row(_ bytes: [UInt8], _ place: inout Int, _ line: inout Int) -> [String?]? {
        var fields: [String?] = []
        var isSound = true
        while true {
            fields.append(field(bytes, &place, &line, &isSound))
            guard place < bytes.count else { return isSound ? fields : nil }
            let ending = bytes[place]
            place += 1
            if ending == UInt8(ascii: ",") { continue }
            if ending == UInt8(ascii: "\r"), place < bytes.count, bytes[place] == UInt8(ascii: "\n") {
                place += 1
            }
            line += 1
            return isSound ? fields : nil
        }
    }

    /// Parses a field up to a comma, a line ending or the end of the data.
    private static func field(
        _ bytes: [UInt8], _ place: inout Int, _ line: inout Int, _ isSound: inout Bool
    ) -> String? {
        let begin = place
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
            while place < bytes.count, !",\r\n".utf8.contains(bytes[place]) { place += 1 }
            let found = bytes[begin..<place]
            if found.contains(UInt8(ascii: "\"")) { isSound = false }
            return place == begin ? nil : text(found, &isSound)
        }
        var found: [UInt8] = []
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "\"") {
                guard place < bytes.count, bytes[place] == byte else {
                    while place < bytes.count, !",\r\n".utf8.contains(bytes[place]) {
                        isSound = false
                        place += 1
                    }
                    return text(found[...], &isSound)
                }
                place += 1
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            found.append(byte)
        }
        isSound = false
        return nil
    }

    private static func text(_ bytes: ArraySlice<UInt8>, _ isSound: inout Bool) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        isSound = false
        return nil
    }
}
