/// Splits blocks of CSV (RFC 4180) into rows. Memory use is bounded by the longest row, not by the table.
///
/// Add bytes with ``append(_:)`` and call ``next()`` until it returns `nil`. After the last bytes call
/// ``finish()``, and then ``next()`` again. ``DelimitedRowReader`` parses the fields of a row.
package struct RowSplitter: Sendable {
    /// A row without its line ending.
    package struct Row: Sendable {
        /// The line on which the row begins, counted from 1.
        package var line: Int
        package var bytes: ArraySlice<UInt8>
    }

    /// The separator of fields, or `nil` while the separator is unknown. In that case commas, semicolons and
    /// tabs all separate fields.
    package var separator: UInt8?
    private var buffer: [UInt8] = []
    /// The start of the pending row in the buffer.
    private var start = 0
    /// The end of the bytes that have been scanned.
    private var place = 0
    private var isFinished = false
    /// The line on which the pending row begins, counted from 1.
    private var number = 1
    /// The line that the scan has reached, counted from 1.
    private var line = 1
    /// `true` if the scan is within quotes.
    private var isQuoted = false
    /// `true` if the scan is at the start of a field.
    private var beginsField = true

    /// Creates a splitter.
    ///
    /// - Parameter separator: The separator of fields, or `nil` if it is unknown.
    package init(separator: UInt8? = nil) { self.separator = separator }

    /// The length of the pending row in bytes.
    package var pendingBytes: Int { buffer.count - start }

    /// Appends input. Rows returned before become invalid.
    package mutating func append(_ block: some Collection<UInt8>) {
        buffer.removeSubrange(..<start)
        place -= start
        start = 0
        buffer += block
    }

    /// Marks the end of the input.
    package mutating func finish() { isFinished = true }

    /// Returns the next row that is not empty, or `nil` if more input is needed or no row is left.
    ///
    /// - Complexity: O(*n*) in the bytes scanned. Each byte is scanned once.
    package mutating func next() -> Row? {
        while place < buffer.count {
            let byte = buffer[place]
            if isQuoted {
                if byte == UInt8(ascii: "\"") {
                    guard isFinished || place + 1 < buffer.count else { return nil }
                    let isDoubled = place + 1 < buffer.count && buffer[place + 1] == byte
                    isQuoted = isDoubled
                    place += isDoubled ? 2 : 1
                    continue
                }
                if byte == UInt8(ascii: "\n") { line += 1 }
            } else if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
                // A line feed after the carriage return may not have been read yet.
                guard isFinished || byte == UInt8(ascii: "\n") || place + 1 < buffer.count else { return nil }
                let end = place
                place += 1
                if byte == UInt8(ascii: "\r"), place < buffer.count, buffer[place] == UInt8(ascii: "\n") {
                    place += 1
                }
                beginsField = true
                let row = row(upTo: end)
                if row.bytes.isEmpty { continue }
                return row
            } else {
                isQuoted = beginsField && byte == UInt8(ascii: "\"")
                beginsField = separator.map { byte == $0 } ?? ",;\t".utf8.contains(byte)
            }
            if isQuoted { beginsField = false }
            place += 1
        }
        guard isFinished, start < buffer.count else { return nil }
        let last = row(upTo: buffer.count)
        return last.bytes.contains { $0 > 0x20 } ? last : nil
    }

    /// Returns the scanned bytes up to `end` as a row. The next row starts after the line ending.
    private mutating func row(upTo end: Int) -> Row {
        line += 1
        defer { (start, number) = (place, line) }
        return Row(line: number, bytes: buffer[start..<end])
    }
}
