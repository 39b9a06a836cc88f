/// Turns the bytes of inputs into output, record by record, without I/O. For one thread at a time.
///
/// The caller reads, waits and writes. It appends bytes to `records.lines` and calls ``next(into:)`` until that returns `nil`.
package protocol RecordStream: AnyObject {
    /// The reader of the records.
    var records: RecordFramer { get }

    /// Appends the output of a record.
    ///
    /// - Returns: The text to be logged, or `nil` if there is none.
    /// - Throws: An error that ends the stream.
    func append(_ item: RecordItem, to output: inout [UInt8]) throws -> LogRequest?

    /// Appends the end of the output.
    func finish(_ output: inout [UInt8])
}

/// The outcome of a record.
package enum RecordOutcome {
    /// A text, which is logged if there is a request.
    case text(TextRecord, log: LogRequest?)
    /// A blank line of NDJSON.
    case blank
    /// A record that could not be read.
    case fault(RecordFault)

    /// The text to be logged, or `nil` if there is none.
    package var log: LogRequest? {
        if case .text(_, let log) = self { log } else { nil }
    }
}

extension RecordStream {
    /// Appends the output of the next record of lines or NDJSON.
    ///
    /// - Returns: The outcome, or `nil` if more bytes are needed.
    package func next(into output: inout [UInt8]) throws -> RecordOutcome? {
        try records.next { try outcome(of: $0, &output) }
    }

    /// Appends the output of a whole input.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - isTruncated: `true` if the input continues behind the bytes.
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
