/// Cuts what is read block by block into records, each as it stands: memory is that of the longest record, and not of the
/// file.
package struct RecordCutter {
    /// One record, without what ends it.
    package struct Record {
        /// Counted from 1: the line on which it begins, or for objects of an array which one it is.
        package var number: Int
        package var bytes: ArraySlice<UInt8>
    }

    /// The longest record that is cut.
    package static let longest = 1 << 28

    private let format: RecordFileFormat
    private var buffer: [UInt8] = []
    /// Where the record begins that is not given out yet, and how far it has been looked through.
    private var start = 0
    private var place = 0
    private var isFinished = false
    /// The number of the record, and of the line that is looked at.
    private var number = 1
    private var line = 1
    /// Within quotes; at the beginning of a field; how deep within objects and arrays.
    private var isQuoted = false
    private var beginsField = true
    private var depth = 0
    /// What stands between the objects of an array.
    private var frame = ArrayFrame()

    /// A cutter at the start of a file.
    package init(_ format: RecordFileFormat) { self.format = format }

    /// Whether there is a record longer than any that is cut.
    package var isTooLong: Bool { buffer.count - start > Self.longest }

    /// What is wrong between the objects of an array that has ended, for those who take nothing else; nil when there is
    /// nothing, and of other formats.
    package var frameFault: String? { format == .json ? frame.fault : nil }

    /// Adds what was read. Records that were given out before are no longer to be had.
    package mutating func append(_ block: ArraySlice<UInt8>) {
        buffer.removeSubrange(..<start)
        place -= start
        start = 0
        buffer += block
    }

    /// Says that nothing more will come.
    package mutating func finish() { isFinished = true }

    /// The next record, or nil when more must be read first, or when there is none left.
    package mutating func next() -> Record? {
        switch format {
        case .ndjson: nextLine()
        case .csv: nextRow()
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
            let record = take(upTo: end)
            if record.bytes.contains(where: { $0 > 0x20 }) { return record }
        }
    }

    /// What stands behind the last ending.
    private mutating func rest() -> Record? {
        guard isFinished, start < buffer.count else { return nil }
        let record = take(upTo: buffer.count)
        return record.bytes.contains { $0 > 0x20 } ? record : nil
    }

    /// What has been looked through is a record up to here; the next one begins behind what ends it.
    private mutating func take(upTo end: Int) -> Record {
        line += 1
        defer { (start, number) = (place, line) }
        return Record(number: number, bytes: buffer[start..<end])
    }

    private mutating func nextRow() -> Record? {
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
                // A line feed behind it may not have been read yet.
                guard isFinished || byte == UInt8(ascii: "\n") || place + 1 < buffer.count else { return nil }
                let end = place
                place += 1
                if byte == UInt8(ascii: "\r"), place < buffer.count, buffer[place] == UInt8(ascii: "\n") {
                    place += 1
                }
                beginsField = true
                let row = take(upTo: end)
                if row.bytes.isEmpty { continue }
                return row
            } else {
                isQuoted = beginsField && byte == UInt8(ascii: "\"")
                beginsField = byte == UInt8(ascii: ",")
            }
            if isQuoted { beginsField = false }
            place += 1
        }
        return rest()
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
                if depth == 0 { frame.take(byte) }
            } else if byte == UInt8(ascii: "{") {
                if depth == 0 {
                    start = place
                    frame.takeObject()
                }
                depth += 1
            } else if byte == UInt8(ascii: "}"), depth > 0 {
                depth -= 1
                if depth == 0 {
                    place += 1
                    return take(upTo: place)
                }
            } else if depth == 0 {
                frame.take(byte)
            }
            place += 1
        }
        place = min(place, buffer.count)
        // What stands between objects is nobody's; one that does not end is somebody's to complain of.
        if depth == 0 { start = place }
        return rest()
    }
}
