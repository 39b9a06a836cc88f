import IlkFraming

/// The lines of one input after the other, with the output flushed whenever the input pauses.
///
/// Memory stays flat whatever comes. After a request to stop no further line is given out that was not whole:
/// SIGINT ends at once, SIGTERM after the lines that have been read.
final class LineSource {
    private let output: OutputWriter
    private let stop: StopFlag
    private let maxRecordBytes: Int
    private let pausing: () -> Void
    private var waiting: ArraySlice<InputFile>
    private var reader: InputReader?
    private var framer: LineFramer
    private var hasEnded = false

    /// A source of the lines of `inputs`, in their order.
    ///
    /// - Parameters:
    ///   - inputs: What to read.
    ///   - maxRecordBytes: The length of the longest line that comes out whole.
    ///   - output: What to flush before waiting.
    ///   - stop: What ends reading.
    ///   - pausing: Is called when the input pauses and the output is flushed, and when a signal ends that wait.
    init(
        _ inputs: [InputFile], maxRecordBytes: Int, output: OutputWriter, stop: StopFlag,
        pausing: @escaping () -> Void = {}
    ) {
        waiting = inputs[...]
        self.maxRecordBytes = maxRecordBytes
        self.output = output
        self.stop = stop
        self.pausing = pausing
        framer = LineFramer(maxRecordBytes: maxRecordBytes)
    }

    /// What the input that the last line came from is called. Its line numbers start at 1.
    private(set) var name = ""

    /// The next line, or nil when there is none or a stop was requested.
    ///
    /// - Throws: What opening, reading or flushing throws. An input that fails is passed over: the next call
    ///   goes on with the one behind it.
    func next() throws(CommandFailure) -> FramedLine? {
        while stop.request != .interrupt {
            if let line = framer.next() { return line }
            if hasEnded || reader == nil {
                guard stop.request == nil, try openNext() else { return nil }
            }
            try fill()
        }
        return nil
    }

    /// Lends the bytes of the line that ``next()`` gave last.
    func withBytes<Outcome, Failure: Error>(
        of line: FramedLine, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try framer.withBytes(of: line, body)
    }

    private func openNext() throws(CommandFailure) -> Bool {
        reader = nil
        guard let input = waiting.popFirst() else { return false }
        name = input.name
        framer = LineFramer(maxRecordBytes: maxRecordBytes)
        hasEnded = false
        reader = try input.open(stop: stop)
        return true
    }

    private func fill() throws(CommandFailure) {
        guard let reader else { return }
        do throws(CommandFailure) {
            let count = try framer.fill { (buffer) throws(CommandFailure) in
                try reader.read(into: buffer) { () throws(CommandFailure) in
                    try output.flush()
                    pausing()
                }
            }
            if count == 0 { end() }
        } catch {
            self.reader = nil
            framer = LineFramer(maxRecordBytes: maxRecordBytes)
            throw error
        }
    }

    /// What stands behind the last line break is a line only when the input has come to its end by itself.
    private func end() {
        hasEnded = true
        if stop.request == nil { framer.finish() }
    }
}
