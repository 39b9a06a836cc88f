import Glibc

/// Writes records to a descriptor through a buffer of its own.
///
/// The C library's buffer would hold a record back in a pipe until kilobytes have come together, and would
/// let an error pass unseen. Here the buffer goes out when it is full, when someone says ``flush()`` (because
/// the input pauses), and after each record when asked to.
package final class OutputWriter {
    /// What the output is called in messages.
    package let name: String
    private let descriptor: Int32
    private let blockBytes: Int
    private let flushesEachRecord: Bool
    private var buffer: [UInt8] = []

    /// A writer to a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor; it stays the caller's to close.
    ///   - name: What it is called in messages.
    ///   - flushesEachRecord: Whether each record goes out at once, as people at a terminal expect.
    ///   - blockBytes: How full the buffer may get before it goes out.
    package init(descriptor: Int32, name: String, flushesEachRecord: Bool, blockBytes: Int = 1 << 16) {
        self.descriptor = descriptor
        self.name = name
        self.flushesEachRecord = flushesEachRecord
        self.blockBytes = blockBytes
        buffer.reserveCapacity(2 * blockBytes)
    }

    /// A writer to standard output, record by record when that is a terminal.
    package static func standardOutput() -> OutputWriter {
        OutputWriter(
            descriptor: Surroundings.current.output, name: "standard output",
            flushesEachRecord: Surroundings.isTerminal(\.output))
    }

    /// Adds to the record at hand.
    package func append(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

    /// Adds to the record at hand.
    package func append(_ text: String) { buffer.append(contentsOf: text.utf8) }

    /// Lends the buffer to someone who adds to it.
    package func withBuffer<Outcome, Failure: Error>(
        _ body: (inout [UInt8]) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try body(&buffer)
    }

    /// Ends the record at hand: it goes out when it is time.
    package func endRecord() throws(CommandFailure) {
        if flushesEachRecord || buffer.count >= blockBytes { try flush() }
    }

    /// Writes out what is there.
    ///
    /// - Throws: `readerGone` when nobody reads any more, `inputOutput` for anything else. What could not be
    ///   written is given up in either case.
    package func flush() throws(CommandFailure) {
        defer { buffer.removeAll(keepingCapacity: true) }
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                write(
                    descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]).baseAddress,
                    bytes.count - written)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitForRoom()
            case EPIPE: throw .readerGone
            case EBADF: throw CommandFailure(.inputOutput, "cannot write: it is closed", at: name)
            default: throw CommandFailure(.inputOutput, "cannot write: \(SystemFault.last.words)", at: name)
            }
        }
    }

    private func waitForRoom() {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&watched, 1, -1)
    }
}
