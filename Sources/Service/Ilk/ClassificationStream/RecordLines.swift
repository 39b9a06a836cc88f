package import IlkFraming

/// Writes NDJSON lines: records with a spliced value, blank lines and faults.
package struct RecordLines {
    private let splicer: JSONLineSplicer
    private let namesInput: Bool
    private var writer = JSONWriter()

    /// - Parameters:
    ///   - splicer: The splicer that checked the records.
    ///   - namesInput: `true` to add the name of the input to each fault.
    package init(splicer: JSONLineSplicer, namesInput: Bool) {
        self.splicer = splicer
        self.namesInput = namesInput
    }

    /// Appends a record with a spliced value.
    ///
    /// - Parameters:
    ///   - value: The value as JSON on one line.
    ///   - record: The record.
    ///   - output: The output.
    package func append(_ value: [UInt8], to record: JSONRecord, into output: inout [UInt8]) {
        try? splicer.append(record.bytes, record.places, value: value, to: &output)  // Already checked.
        end(record.ending, &output)
    }

    package func append(
        blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending, to output: inout [UInt8]
    ) {
        output.append(contentsOf: line)
        end(ending, &output)
    }

    /// Appends the object for an unreadable record.
    package mutating func append(_ fault: RecordFault, to output: inout [UInt8]) {
        writer.reset()
        fault.write(to: &writer, namesInput: namesInput)
        output.append(contentsOf: writer.bytes)
        output.append(0x0A)
    }

    private func end(_ ending: FramedLine.Ending, _ output: inout [UInt8]) {
        if ending == .carriageReturnLineFeed { output.append(0x0D) }
        output.append(0x0A)
    }
}
