package import IlkFraming

/// Writes lines of NDJSON: records with a value spliced in, blank lines, and faults.
package struct RecordLines {
    private let splicer: JSONLineSplicer
    private let namesInput: Bool
    private var writer = JSONWriter()

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - splicer: The splicer that the records were checked with.
    ///   - namesInput: `true` if faults name their input, because there are several.
    package init(splicer: JSONLineSplicer, namesInput: Bool) {
        self.splicer = splicer
        self.namesInput = namesInput
    }

    /// Appends a record with a value spliced in.
    ///
    /// - Parameters:
    ///   - value: The value, as JSON on one line.
    ///   - record: The record.
    ///   - output: The output.
    package func append(_ value: [UInt8], to record: JSONRecord, into output: inout [UInt8]) {
        try? splicer.append(record.bytes, record.places, value: value, to: &output)  // It was checked.
        end(record.ending, &output)
    }

    /// Appends a blank line.
    package func append(
        blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending, to output: inout [UInt8]
    ) {
        output.append(contentsOf: line)
        end(ending, &output)
    }

    /// Appends the object of a record that cannot be read.
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
