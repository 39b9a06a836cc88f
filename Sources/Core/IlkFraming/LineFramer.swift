/// Cuts a stream of bytes into lines, with memory that does not grow with the stream or with any line.
///
/// A line ends with LF or CRLF; the last one may go without. Other bytes, NUL and lone CR among them, are
/// data. A line longer than the limit comes out once, at its end, as its length alone. There is no line
/// behind the last line break, and none in an empty input.
///
/// Fill (``fill(_:)`` or ``append(_:)``), take lines (``next()``) until there is none, and so on; call
/// ``finish()`` when the input has ended, and take the last line.
public struct LineFramer: Sendable {
    /// The length of the longest line that comes out whole, in bytes without its ending.
    public let maxRecordBytes: Int
    private let blockBytes: Int
    private var storage: [UInt8] = []
    /// What has been read and not given out lies between the two.
    private var start = 0
    private var end = 0
    /// Before this there is no line feed.
    private var searched = 0
    private var number = 0
    private var isFinished = false
    /// How many bytes of a line that is too long have been let go, and whether the last of them was a CR.
    private var letGo: Int?
    private var letGoEndsWithCR = false

    /// A framer at the start of an input.
    ///
    /// - Parameters:
    ///   - maxRecordBytes: The length of the longest line that comes out whole, in bytes without its ending.
    ///   - blockBytes: How much room ``fill(_:)`` offers at least.
    public init(maxRecordBytes: Int = 1 << 20, blockBytes: Int = 1 << 17) {
        precondition(maxRecordBytes >= 0 && blockBytes > 0, "limits of a framer are positive")
        self.maxRecordBytes = maxRecordBytes
        self.blockBytes = blockBytes
    }

    /// Returns to the start of an input. The memory is kept, and lines taken before are no longer to be had.
    public mutating func reset() {
        (start, end, searched, number) = (0, 0, 0, 0)
        (isFinished, letGo, letGoEndsWithCR) = (false, nil, false)
    }

    /// Has the room behind what was read filled. Lines taken before are no longer to be had.
    ///
    /// - Parameter read: Is given at least `blockBytes` of room and returns how many bytes it has written.
    /// - Returns: What `read` returned.
    public mutating func fill<Failure: Error>(
        _ read: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        makeRoom(blockBytes)
        let free = end..<storage.count
        // A typed error does not travel through the standard library's rethrowing closure: it is carried
        // around it.
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

    /// Adds bytes. Lines taken before are no longer to be had.
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(bytes.count)
        storage.withUnsafeMutableBufferPointer { buffer in
            _ = UnsafeMutableBufferPointer(rebasing: buffer[end..<end + bytes.count]).update(
                fromContentsOf: bytes)
        }
        end += bytes.count
    }

    /// Says that nothing more will come: what is left is the last line.
    public mutating func finish() { isFinished = true }

    /// The next line, or nil when more must be read first, or when all has been given out.
    public mutating func next() -> FramedLine? {
        let feed = storage.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { ByteScan.firstLineFeed($0, from: searched, to: end) } ?? end
        }
        if feed < end { return take(upTo: feed, behind: feed + 1) }
        searched = end
        if letGo != nil || end - start > maxRecordBytes + 1 { letGoOfRest() }
        if isFinished, start < end || letGo != nil { return take(upTo: end, behind: end) }
        return nil
    }

    /// Lends the bytes of a line, without its ending, until the next filling.
    public func withBytes<Outcome, Failure: Error>(
        of line: FramedLine, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try storage.withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: buffer[line.range]))
        }
    }

    /// How many bytes have been read and not given out as lines: what an interrupted reader leaves behind.
    public var pendingBytes: Int { end - start + (letGo ?? 0) }

    private mutating func take(upTo feed: Int, behind next: Int) -> FramedLine {
        number += 1
        let endsWithCR = feed > start ? storage[feed - 1] == 0x0D : letGoEndsWithCR
        let isCRLF = next > feed && endsWithCR
        let length = (letGo ?? 0) + feed - start - (isCRLF ? 1 : 0)
        let isTooLong = length > maxRecordBytes
        let line = FramedLine(
            number: number,
            range: isTooLong ? start..<start : start..<start + length,
            ending: next == feed ? .endOfInput : isCRLF ? .carriageReturnLineFeed : .lineFeed,
            excessLength: isTooLong ? length : nil
        )
        start = next
        searched = next
        letGo = nil
        letGoEndsWithCR = false
        return line
    }

    private mutating func letGoOfRest() {
        if end > start { letGoEndsWithCR = storage[end - 1] == 0x0D }
        letGo = (letGo ?? 0) + end - start
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
