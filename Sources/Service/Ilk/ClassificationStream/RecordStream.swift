import IlkFraming

/// Converts the bytes of inputs to output, record by record, without I/O. Not thread-safe.
///
/// The owner appends bytes to `records.lines`, calls ``next(into:)`` until it returns `nil`, and writes the
/// output. Several streams can share an input by processing different batches of its lines.
package protocol RecordStream: AnyObject {
    var records: RecordFramer { get }

    /// Appends the output for a record.
    ///
    /// - Returns: The log request, or `nil` if there is nothing to log.
    /// - Throws: An error that ends the stream.
    func append(_ item: RecordItem, to output: inout [UInt8]) throws -> LogRequest?

    func finish(_ output: inout [UInt8])

    /// The byte that the owner writes between the output of two texts, or `nil` to write none.
    var separator: UInt8? { get }

    /// Sets the ids and times of the next log entries. If none are set, the stream generates ids and times.
    func use(_ stamps: [RecordBatch.Stamp])
}

extension RecordStream {
    package var separator: UInt8? { nil }
    package func use(_ stamps: [RecordBatch.Stamp]) {}
}

package enum RecordOutcome {
    case text(TextRecord, log: LogRequest?)
    case blank
    case fault(RecordFault)

    package var log: LogRequest? {
        if case .text(_, let log) = self { log } else { nil }
    }
}

extension RecordStream {
    /// Appends the output for the next line or NDJSON record.
    ///
    /// - Returns: The outcome, or `nil` if more bytes are needed.
    package func next(into output: inout [UInt8]) throws -> RecordOutcome? {
        try records.next { try outcome(of: $0, &output) }
    }

    /// Appends the output for the record in a line of a batch.
    func outcome(
        of line: FramedLine, _ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
    ) throws -> RecordOutcome {
        try records.record(line, bytes) { try outcome(of: $0, &output) }
    }

    /// Appends the output for a whole input.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - isTruncated: `true` if the input continues after these bytes.
    ///   - output: The output.
    package func whole(
        _ bytes: UnsafeBufferPointer<UInt8>, isTruncated: Bool = false, into output: inout [UInt8]
    ) throws -> RecordOutcome {
        try records.whole(bytes, isTruncated: isTruncated) { try outcome(of: $0, &output) }
    }

    private func outcome(of item: RecordItem, _ output: inout [UInt8]) throws -> RecordOutcome {
        if case .fault(let fault) = item {
            if records.settings.showsFaults { _ = try append(item, to: &output) }
            return .fault(fault)
        }
        let log = try append(item, to: &output)
        guard case .text(let text) = item else { return .blank }
        return .text(text.record, log: log)
    }
}
