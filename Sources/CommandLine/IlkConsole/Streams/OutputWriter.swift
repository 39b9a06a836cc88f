import FoundationEssentials
import Glibc
import IlkFiles
import IlkVocabulary

/// A buffered writer of records to a descriptor.
///
/// The C library's buffer would delay a record in a pipe until kilobytes are pending, and could hide an
/// error. This buffer is written when it is full, on ``flush()`` (because the input pauses), and, if
/// requested, after each record.
package final class OutputWriter {
    /// The name of the output in messages.
    package let name: String
    private let descriptor: Int32
    private let blockBytes: Int
    private let flushesEachRecord: Bool
    /// `true` if nothing is written to a descriptor and all output stays in the buffer.
    private let isMemory: Bool
    private var buffer: [UInt8] = []

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor, which the caller closes.
    ///   - name: The name of the output in messages.
    ///   - flushesEachRecord: `true` to write each record immediately, for terminals.
    ///   - blockBytes: The number of buffered bytes that triggers a write.
    package init(descriptor: Int32, name: String, flushesEachRecord: Bool, blockBytes: Int = 1 << 16) {
        self.descriptor = descriptor
        self.name = name
        self.flushesEachRecord = flushesEachRecord
        self.blockBytes = blockBytes
        isMemory = false
        buffer.reserveCapacity(2 * blockBytes)
    }

    private init(memory name: String) {
        self.name = name
        (descriptor, blockBytes, flushesEachRecord, isMemory) = (-1, .max, false, true)
    }

    /// Returns a writer whose output stays in memory: ``content``.
    package static func memory() -> OutputWriter { OutputWriter(memory: "memory") }

    /// The output that is not written yet.
    package var content: [UInt8] { buffer }

    /// Returns a writer to standard output. It flushes each record if the output is a terminal.
    package static func standardOutput() -> OutputWriter {
        OutputWriter(
            descriptor: CommandEnvironment.current.output, name: "standard output",
            flushesEachRecord: CommandEnvironment.isTerminal(\.output))
    }

    package func append(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

    package func append(_ text: String) { buffer.append(contentsOf: text.utf8) }

    /// Appends a value as JSON and a line feed.
    package func append(json value: some Encodable, isPretty: Bool = true) throws {
        append(Array(try JSONEncoder.deterministic(isPretty: isPretty).encode(value)))
        append("\n")
    }

    /// Calls a function that appends to the buffer.
    package func withBuffer<Outcome, Failure: Error>(
        _ body: (inout [UInt8]) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try body(&buffer)
    }

    /// Ends the current record, and flushes if the buffer is full or each record is flushed.
    package func endRecord() throws(CommandError) {
        if flushesEachRecord || buffer.count >= blockBytes { try flush() }
    }

    /// Writes the buffer to the descriptor.
    ///
    /// - Throws: `readerGone` if the reader has closed the output, `inputOutput` for any other error. The
    ///   buffer is discarded in both cases.
    package func flush() throws(CommandError) {
        if isMemory { return }
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
            case EBADF: throw CommandError(.inputOutput, "cannot write: the stream is closed", at: name)
            default: throw CommandError(.inputOutput, "cannot write: \(SystemError.last.words)", at: name)
            }
        }
    }

    private func waitForRoom() {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&watched, 1, -1)
    }
}
