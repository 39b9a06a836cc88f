import IlkFraming

/// Splits blocks of input into the bytes of single records. Memory use is bounded by the longest record, not
/// by the file.
package struct RecordSplitter {
    /// One record, without its terminator.
    package struct Record {
        /// The line on which the record starts, or the position of the object in the array. Both are counted
        /// from 1.
        package var number: Int
        package var bytes: ArraySlice<UInt8>
    }

    /// The maximum length of a record in bytes.
    package static let longest = 1 << 28

    private let format: RecordFileFormat
    private var buffer: [UInt8] = []
    /// The start of the pending record.
    private var start = 0
    /// The position up to which the buffer has been scanned.
    private var place = 0
    private var isFinished = false
    /// The number of the pending record.
    private var number = 1
    private var line = 1
    private var isQuoted = false
    /// The number of open brackets and braces in JSON.
    private var depth = 0
    /// The rows of CSV, which have their own buffer.
    private var rows = RowSplitter(separator: UInt8(ascii: ","))
    /// The check of the bytes between the objects of an array.
    private var frame = ArrayFrame()

    package init(_ format: RecordFileFormat) { self.format = format }

    /// `true` if the pending record exceeds the maximum length.
    package var isTooLong: Bool {
        (format == .csv ? rows.pendingBytes : buffer.count - start) > Self.longest
    }

    /// The error in the bytes between the objects of a JSON array, or `nil` if there is none. Valid at the
    /// end of the input. For other formats, it is always `nil`.
    package var frameFault: String? { format == .json ? frame.fault : nil }

    /// Appends input. Invalidates the records that were returned before.
    package mutating func append(_ block: ArraySlice<UInt8>) {
        if format == .csv { return rows.append(block) }
        buffer.removeSubrange(..<start)
        place -= start
        start = 0
        buffer += block
    }

    /// Marks the end of the input.
    package mutating func finish() {
        isFinished = true
        rows.finish()
    }

    /// Returns the next record, or `nil` if more input is needed or none is left.
    package mutating func next() -> Record? {
        switch format {
        case .ndjson: nextLine()
        case .csv: rows.next().map { Record(number: $0.line, bytes: $0.bytes) }
        case .json: nextObject()
        }
    }

    private mutating func nextLine() -> Record? {
        while true {
            guard let end = buffer[place...].firstIndex(of: UInt8(ascii: "\n")) else {
                place = buffer.count
                return rest()
            }
            place = end + 1
            let record = finishRecord(upTo: end)
            if record.bytes.contains(where: { $0 > 0x20 }) { return record }
        }
    }

    /// Returns the record after the last terminator.
    private mutating func rest() -> Record? {
        guard isFinished, start < buffer.count else { return nil }
        let record = finishRecord(upTo: buffer.count)
        return record.bytes.contains { $0 > 0x20 } ? record : nil
    }

    /// Returns the scanned bytes up to `end` as a record. The next record starts after the terminator.
    private mutating func finishRecord(upTo end: Int) -> Record {
        line += 1
        defer { (start, number) = (place, line) }
        return Record(number: number, bytes: buffer[start..<end])
    }

    private mutating func nextObject() -> Record? {
        while place < buffer.count {
            let byte = buffer[place]
            if isQuoted {
                if byte == UInt8(ascii: "\\") {
                    guard isFinished || place + 1 < buffer.count else { return nil }
                    place += 1
                }
                isQuoted = byte != UInt8(ascii: "\"")
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
                if depth == 0 { frame.accept(byte) }
            } else if byte == UInt8(ascii: "{") {
                if depth == 0 {
                    start = place
                    frame.acceptObject()
                }
                depth += 1
            } else if byte == UInt8(ascii: "}"), depth > 0 {
                depth -= 1
                if depth == 0 {
                    place += 1
                    return finishRecord(upTo: place)
                }
            } else if depth == 0 {
                frame.accept(byte)
            }
            place += 1
        }
        place = min(place, buffer.count)
        // Bytes between objects are discarded; an unterminated object is returned so that it is reported.
        if depth == 0 { start = place }
        return rest()
    }
}
