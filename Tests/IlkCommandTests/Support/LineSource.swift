import IlkFraming

@testable import IlkConsole

/// The lines of several inputs in sequence. The output is flushed whenever the input pauses.
///
/// Memory use is bounded. After SIGINT, no more lines are returned. After SIGTERM, only complete lines that
/// have already been read are returned.
final class LineSource {
    private let blocks: InputBlocks
    private let stop: StopFlag
    private var framer: LineFramer

    /// Creates a source of the lines of inputs, in order.
    ///
    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - maxRecordBytes: The maximum length of a line that is returned whole.
    ///   - output: The output to flush before waiting.
    ///   - stop: The flag that ends reading.
    init(_ inputs: [InputFile], maxRecordBytes: Int, output: OutputWriter, stop: StopFlag) {
        blocks = InputBlocks(inputs, output: output, stop: stop)
        framer = LineFramer(maxRecordBytes: maxRecordBytes)
        self.stop = stop
    }

    /// The name of the input of the last line. Its line numbers start at 1.
    var name: String { blocks.name }

    /// Returns the next line, or `nil` if there is none or a stop was requested.
    ///
    /// - Throws: The errors of ``InputBlocks/advance(_:)``. The next call continues with the next input.
    func next() throws(CommandError) -> FramedLine? {
        while stop.request != .interrupt {
            if let line = framer.next() { return line }
            guard try blocks.advance(&framer) else { return nil }
        }
        return nil
    }

    /// Calls a function with the bytes of the line that ``next()`` returned last.
    func withBytes<Outcome, Failure: Error>(
        of line: FramedLine, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try framer.withBytes(of: line, body)
    }
}
