/// Splits a byte stream into lines with bounded memory, independent of the length of the stream and of its
/// lines.
///
/// A line ends with LF or CRLF; the last line may end with the input. All other bytes, including NUL and a
/// lone CR, are data. If a line is longer than the limit, the framer does not keep the content and returns
/// only the length of the line. A final line terminator does not start another line, and an empty input has
/// no lines.
///
/// Add bytes with ``fill(_:)`` or ``append(_:)``, call ``next()`` until it returns `nil`, and repeat. At the
/// end of the input call ``finish()`` and then ``next()`` for the last line.
public struct LineFramer: Sendable {
    /// The length of the longest line that is returned with its content, in bytes without the terminator.
    public let maxRecordBytes: Int
    private let blockBytes: Int
    private var storage: [UInt8] = []
    /// `storage[start..<end]` contains the bytes that were read but not yet returned.
    private var start = 0
    private var end = 0
    /// There is no line feed in `start..<searched`.
    private var searched = 0
    private var number = 0
    private var isFinished = false
    /// The number of bytes dropped so far from a line that is too long, or `nil` if there is no such line.
    private var droppedBytes: Int?
    /// `true` if the last dropped byte is a CR.
    private var letGoEndsWithCR = false

    /// Creates a framer.
    ///
    /// - Parameters:
    ///   - maxRecordBytes: The length of the longest line that is returned with its content, in bytes without
    ///     the terminator. At least 0.
    ///   - blockBytes: The minimum space that ``fill(_:)`` offers, in bytes. Above 0.
    public init(maxRecordBytes: Int = 1 << 20, blockBytes: Int = 1 << 17) {
        precondition(maxRecordBytes >= 0 && blockBytes > 0, "limits of a framer are positive")
        self.maxRecordBytes = maxRecordBytes
        self.blockBytes = blockBytes
    }

    /// Returns to the initial state but keeps the memory. Lines returned before become invalid.
    public mutating func reset() {
        (start, end, searched, number) = (0, 0, 0, 0)
        (isFinished, droppedBytes, letGoEndsWithCR) = (false, nil, false)
    }

    /// Adds bytes that a closure writes into the framer's buffer. Lines returned before become invalid.
    ///
    /// - Parameter read: A closure that receives a buffer of at least `blockBytes` bytes and returns the
    ///   number of bytes it wrote.
    /// - Returns: The result of `read`.
    /// - Throws: The error of `read`.
    public mutating func fill<Failure: Error>(
        _ read: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        makeRoom(blockBytes)
        let free = end..<storage.count
        // `withUnsafeMutableBufferPointer` does not propagate typed errors, so a `Result` carries the error.
        var outcome: Result<Int, Failure> = .success(0)
        storage.withUnsafeMutableBufferPointer { buffer in
            outcome = Result { () throws(Failure) in
                try read(UnsafeMutableBufferPointer(rebasing: buffer[free]))
            }
        }
        let count = try outcome.get()
        precondition(count >= 0 && count <= free.count, "more was read than there was room for")
        end += count
        return count
    }

    /// Appends bytes. Lines returned before become invalid.
    ///
    /// - Parameter bytes: The bytes, which are copied.
    /// - Complexity: O(*n*) in the number of bytes, plus the bytes of the unfinished line.
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(bytes.count)
        storage.withUnsafeMutableBufferPointer { buffer in
            _ = UnsafeMutableBufferPointer(rebasing: buffer[end..<end + bytes.count]).update(
                fromContentsOf: bytes)
        }
        end += bytes.count
    }

    /// Marks the end of the input, so that the remaining bytes become the last line.
    public mutating func finish() { isFinished = true }

    /// Returns the next line, or `nil` if more input is needed or all lines have been returned.
    ///
    /// - Complexity: O(*n*) in the bytes searched. Each byte is searched once.
    public mutating func next() -> FramedLine? {
        let feed = storage.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { ByteScan.firstLineFeed($0, from: searched, to: end) } ?? end
        }
        if feed < end { return makeLine(upTo: feed, behind: feed + 1) }
        searched = end
        if droppedBytes != nil || end - start > maxRecordBytes + 1 { letGoOfRest() }
        if isFinished, start < end || droppedBytes != nil { return makeLine(upTo: end, behind: end) }
        return nil
    }

    /// Calls a closure with the bytes of a line, without the terminator.
    ///
    /// - Parameters:
    ///   - line: A line returned since the last call of ``fill(_:)``, ``append(_:)`` or ``reset()``.
    ///   - body: A closure that must not keep the buffer.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public func withBytes<Outcome, Failure: Error>(
        of line: FramedLine, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try storage.withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: buffer[line.range]))
        }
    }

    /// The number of bytes that were added but not yet returned as lines. The dropped bytes of a line that is
    /// too long are included.
    public var pendingBytes: Int { end - start + (droppedBytes ?? 0) }

    private mutating func makeLine(upTo feed: Int, behind next: Int) -> FramedLine {
        number += 1
        let endsWithCR = feed > start ? storage[feed - 1] == 0x0D : letGoEndsWithCR
        let isCRLF = next > feed && endsWithCR
        let length = (droppedBytes ?? 0) + feed - start - (isCRLF ? 1 : 0)
        let isTooLong = length > maxRecordBytes
        let line = FramedLine(
            number: number,
            range: isTooLong ? start..<start : start..<start + length,
            ending: next == feed ? .endOfInput : isCRLF ? .carriageReturnLineFeed : .lineFeed,
            excessLength: isTooLong ? length : nil
        )
        start = next
        searched = next
        droppedBytes = nil
        letGoEndsWithCR = false
        return line
    }

    private mutating func letGoOfRest() {
        if end > start { letGoEndsWithCR = storage[end - 1] == 0x0D }
        droppedBytes = (droppedBytes ?? 0) + end - start
        start = 0
        end = 0
        searched = 0
    }

    private mutating func makeRoom(_ count: Int) {
        if storage.count - end >= count { return }
        if start > 0 {
            let rest = start..<end
            storage.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return }
                base.copyMemory(from: base + rest.lowerBound, byteCount: rest.count)
            }
            searched -= start
            start = 0
            end = rest.count
        }
        let missing = end + count - storage.count
        if missing > 0 {
            storage.append(
                contentsOf: repeatElement(0, count: max(missing, min(storage.count, maxRecordBytes))))
        }
    }
}
