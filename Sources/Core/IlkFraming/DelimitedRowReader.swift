/// A parser of rows whose fields are divided by a separator.
///
/// With quoting (RFC 4180), a field in quotes may contain separators, quotes and line breaks. A row ends with
/// a line feed, a carriage return or both. Without quoting (`text/tab-separated-values`), a quote is an
/// ordinary character. A row ends with a line feed, and a carriage return before the line feed is data. Empty
/// rows are skipped. Each call to ``next(_:)`` parses one row of the same buffer and replaces ``cells``.
package struct DelimitedRowReader {
    /// A field as a range of the buffer.
    package struct Cell: Hashable, Sendable {
        /// The bytes of the field, without the surrounding quotes.
        package var range: Range<Int>
        /// `true` if the field is in quotes.
        package var isQuoted = false
        /// `true` if the field contains quotes, which are doubled in the buffer.
        package var hasQuotes = false
    }

    /// A violation of the format.
    package enum Fault: Hashable, Sendable, CustomStringConvertible {
        /// The closing quote of a field is missing. The rest of the buffer belongs to the field.
        case unclosedQuote
        /// A closing quote is followed by characters other than a separator, a line ending or another quote.
        case textAfterQuote
        /// A field that does not begin with a quote contains a quote.
        case strayQuote

        /// A description of the fault and of the expected form.
        package var description: String {
            switch self {
            case .unclosedQuote: "a field in quotes is not closed; expected a closing quote"
            case .textAfterQuote:
                "text after the closing quote; expected a separator or the end of the line"
            case .strayQuote:
                "a quote in a field without quotes; quote the field and double each quote in it (\"\")"
            }
        }
    }

    /// The fields of the current row.
    package private(set) var cells: [Cell] = []
    /// The offset of the first byte of the current row.
    package private(set) var start = 0
    /// The line on which the current row begins, counted from 1.
    package private(set) var line = 1
    /// The offset of the end of the current row, before the line break.
    package private(set) var end = 0
    /// The first violation in the current row and its offset, or `nil` if there is none.
    package private(set) var fault: (kind: Fault, offset: Int)?

    private let separator: UInt8
    private let hasQuoting: Bool
    private var position: Int
    private var nextLine = 1

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - separator: The separator of fields.
    ///   - hasQuoting: `true` if fields may be in quotes.
    ///   - start: The offset of the first row in the buffer.
    package init(separator: UInt8 = UInt8(ascii: ","), hasQuoting: Bool = true, from start: Int = 0) {
        self.separator = separator
        self.hasQuoting = hasQuoting
        position = start
    }

    /// Detects the separator of fields from the first row. The candidates are the comma, the semicolon and
    /// the tab, in this order. The first candidate that the row contains outside quotes is returned. If there
    /// is none, the comma is returned.
    ///
    /// - Parameters:
    ///   - bytes: The buffer.
    ///   - start: The offset of the first row.
    package static func separator(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt8 {
        var isQuoted = false
        var found: Set<UInt8> = []
        for byte in bytes[start...] {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            if ",;\t".utf8.contains(byte) { found.insert(byte) }
        }
        return ",;\t".utf8.first { found.contains($0) } ?? UInt8(ascii: ",")
    }

    /// Parses the next row that is not empty.
    ///
    /// - Parameter bytes: The buffer, the same in each call.
    /// - Returns: `false` if no row is left.
    /// - Complexity: O(*n*) in the length of the row.
    package mutating func next(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        while position < bytes.count {
            (start, line, fault) = (position, nextLine, nil)
            cells.removeAll(keepingCapacity: true)
            if hasQuoting { readRow(bytes) } else { splitLine(bytes) }
            let isEmpty = cells.count == 1 && cells[0].range.isEmpty && !cells[0].isQuoted && fault == nil
            if !isEmpty { return true }
        }
        return false
    }

    private mutating func readRow(_ bytes: UnsafeBufferPointer<UInt8>) {
        while true {
            readCell(bytes)
            end = position
            guard position < bytes.count else { return }
            let ending = bytes[position]
            position += 1
            if ending == separator { continue }
            let isBeforeFeed = position < bytes.count && bytes[position] == UInt8(ascii: "\n")
            if ending == UInt8(ascii: "\r"), isBeforeFeed { position += 1 }
            nextLine += 1
            return
        }
    }

    /// Splits the next line at its separators.
    private mutating func splitLine(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        let feed = ByteScan.firstLineFeed(base, from: position, to: bytes.count)
        end = feed > position && bytes[feed - 1] == UInt8(ascii: "\r") ? feed - 1 : feed
        var begin = position
        for offset in position..<end where bytes[offset] == separator {
            cells.append(Cell(range: begin..<offset))
            begin = offset + 1
        }
        cells.append(Cell(range: begin..<end))
        position = min(feed + 1, bytes.count)
        nextLine += 1
    }

    /// Parses a field up to a separator, a line ending or the end of the buffer.
    private mutating func readCell(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            let begin = position
            if let quote = skipToEnd(bytes) { note(.strayQuote, at: quote) }
            return cells.append(Cell(range: begin..<position))
        }
        let opening = position
        var cell = Cell(range: opening + 1..<opening + 1, isQuoted: true)
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\n") { nextLine += 1 }
            guard byte == UInt8(ascii: "\"") else { continue }
            if position < bytes.count, bytes[position] == byte {
                cell.hasQuotes = true
                position += 1
                continue
            }
            cell.range = opening + 1..<position - 1
            let after = position
            _ = skipToEnd(bytes)
            if position > after { note(.textAfterQuote, at: after) }
            return cells.append(cell)
        }
        note(.unclosedQuote, at: opening)
        cell.range = opening + 1..<position
        cells.append(cell)
    }

    /// Moves to the next separator, line ending or the end of the buffer. Returns the offset of the first
    /// quote before it, or `nil` if there is none.
    private mutating func skipToEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var quote: Int?
        while position < bytes.count {
            let byte = bytes[position]
            if byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            if byte == UInt8(ascii: "\""), quote == nil { quote = position }
            position += 1
        }
        return quote
    }

    private mutating func note(_ kind: Fault, at offset: Int) {
        if fault == nil { fault = (kind, offset) }
    }

    /// Returns the text of a field of the current row, or `nil` if it is not valid UTF-8.
    ///
    /// - Parameters:
    ///   - cell: The field.
    ///   - bytes: The buffer.
    package func text(_ cell: Cell, of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let found = UnsafeBufferPointer(rebasing: bytes[cell.range])
        guard cell.hasQuotes else { return String(validating: found, as: UTF8.self) }
        var plain: [UInt8] = []
        plain.reserveCapacity(found.count)
        var isSecond = false
        for byte in found {
            isSecond = byte == UInt8(ascii: "\"") && !isSecond
            if byte != UInt8(ascii: "\"") || isSecond { plain.append(byte) }
        }
        return String(validating: plain, as: UTF8.self)
    }
}
