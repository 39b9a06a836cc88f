import IlkFraming

/// The output of a ``RecordBatch`` or of a whole input, with the data that its owner reports and logs.
package struct RecordBatchResult: Sendable {
    /// The reason why the records after this output were not processed.
    package enum End: Sendable {
        /// An unreadable record, if the policy is to stop.
        case fault(RecordFault)
        case error(any Error)
        /// The owner requested the end.
        case stopped
    }

    /// The output of all processed records.
    package fileprivate(set) var output: [UInt8] = []
    /// The number of texts.
    package fileprivate(set) var texts = 0
    /// The position in ``output`` at which the output for the first text starts, or `nil` without a text.
    package fileprivate(set) var firstText: Int?
    /// The texts to log, in order.
    package fileprivate(set) var logs: [LogRequest] = []
    /// The number of unreadable records.
    package fileprivate(set) var faults = 0
    package fileprivate(set) var firstFault: RecordFault?
    package fileprivate(set) var firstRepaired: TextRecord?
    package fileprivate(set) var firstTruncated: TextRecord?
    /// The reason for an early end, or `nil` if all records were processed.
    package fileprivate(set) var end: End?
}

extension RecordStream {
    /// Processes the lines of a batch.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - stopsAtFault: `true` if an unreadable record ends the stream.
    ///   - isStopped: Returns `true` to end the batch before the next record.
    /// - Returns: The output of the records up to the end of the batch or to an early end.
    /// - Complexity: O(*n*) in the bytes of the batch.
    package func process(
        _ batch: RecordBatch, stopsAtFault: Bool = false, isStopped: () -> Bool = { false }
    ) -> RecordBatchResult {
        var result = RecordBatchResult()
        // A record is about as long as its output.
        result.output.reserveCapacity(2 * batch.lines.bytes.count)
        records.input = batch.lines.input
        use(batch.stamps)
        batch.lines.bytes.withUnsafeBufferPointer { bytes in
            for line in batch.lines.lines where result.end == nil {
                guard !isStopped() else {
                    result.end = .stopped
                    break
                }
                let content = UnsafeBufferPointer(rebasing: bytes[line.range])
                add(&result, stopsAtFault) { try outcome(of: line, content, into: &$0) }
            }
        }
        return result
    }

    /// Processes a whole input.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - isTruncated: `true` if the input continues after these bytes.
    package func process(
        whole bytes: UnsafeBufferPointer<UInt8>, isTruncated: Bool = false
    ) -> RecordBatchResult {
        var result = RecordBatchResult()
        add(&result, false) { try whole(bytes, isTruncated: isTruncated, into: &$0) }
        return result
    }

    private func add(
        _ result: inout RecordBatchResult, _ stopsAtFault: Bool,
        _ record: (inout [UInt8]) throws -> RecordOutcome
    ) {
        let start = result.output.count
        let outcome: RecordOutcome
        do { outcome = try record(&result.output) } catch {
            result.end = .error(error)
            return
        }
        switch outcome {
        case .text(let text, let log):
            if result.texts > 0, let separator { result.output.insert(separator, at: start) }
            if result.texts == 0 { result.firstText = start }
            result.texts += 1
            if text.isRepaired, result.firstRepaired == nil { result.firstRepaired = text }
            if text.isTruncated, result.firstTruncated == nil { result.firstTruncated = text }
            if let log { result.logs.append(log) }
        case .fault(let fault):
            guard !stopsAtFault else {
                result.end = .fault(fault)
                return
            }
            result.faults += 1
            if result.firstFault == nil { result.firstFault = fault }
        case .blank: break
        }
    }
}
