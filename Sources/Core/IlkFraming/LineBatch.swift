/// A group of complete lines of one input, with their bytes. Unlike a line of a ``LineFramer``, a batch can
/// be kept and passed to another thread.
public struct LineBatch: Sendable {
    /// The name of the input, such as a file name, for messages.
    public let input: String
    /// The lines. Their ranges are positions in ``bytes``.
    public private(set) var lines: [FramedLine] = []
    /// The bytes of the lines, without their terminators.
    public private(set) var bytes: [UInt8] = []

    /// Creates a batch without lines.
    ///
    /// - Parameter input: The name of the input, such as a file name, for messages.
    public init(input: String) {
        self.input = input
    }

    /// Appends a line.
    mutating func append(_ line: FramedLine, _ content: UnsafeBufferPointer<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: content)
        lines.append(
            FramedLine(
                number: line.number, range: start..<bytes.count, ending: line.ending,
                excessLength: line.excessLength))
    }
}

extension LineFramer {
    /// Removes complete lines from the framer and returns them as a batch.
    ///
    /// - Parameters:
    ///   - bytes: The intended size of the batch in bytes. The batch ends with the line that reaches this
    ///     size.
    ///   - input: The name of the input, such as a file name, for messages.
    /// - Returns: The batch. It has no lines if more input is needed.
    /// - Complexity: O(*n*) in the bytes of the lines.
    public mutating func nextBatch(of bytes: Int, input: String) -> LineBatch {
        var batch = LineBatch(input: input)
        while batch.bytes.count < bytes, let line = next() {
            withBytes(of: line) { batch.append(line, $0) }
        }
        return batch
    }
}
