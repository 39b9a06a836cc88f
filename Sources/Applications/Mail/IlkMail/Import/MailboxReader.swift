import FoundationEssentials
import Glibc
import IlkStore
import IlkVocabulary

/// Reads the messages of a mailbox file in order, according to qmail's mbox(5) and RFC 4155. The reader needs
/// at most as much memory as the largest permitted message.
///
/// A message begins with a `From ` line that contains a date, at the beginning of the file or after an empty
/// line.
public final class MailboxReader {
    /// The default size limit of a message: 64 MiB.
    public static let maximumMessageSize = 64 << 20

    private let descriptor: Int32
    private let path: String
    private let variant: MailboxVariant
    private let maximumMessageSize: Int
    private var buffer: [UInt8] = []
    /// The file offset of the buffer's first byte.
    private var base: Int
    /// The index of the next message in the buffer.
    private var place = 0
    private var isAtEnd = false
    /// The size of the file when it was opened, in bytes.
    public let size: Int

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - variant: The quoting of `From ` lines.
    ///   - offset: The position in bytes at which reading starts, which must be the beginning of a message.
    ///   - mostBytes: The size limit of a message in bytes. Longer messages are truncated.
    /// - Throws: `StoreError` if the file cannot be opened or is not a regular file.
    public init(
        _ path: String, variant: MailboxVariant = .auto, from offset: Int = 0,
        mostBytes: Int = MailboxReader.maximumMessageSize
    ) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.error(path, "cannot be read") }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw StoreError(code: .missing, path: path, detail: "not a regular file")
        }
        self.path = path
        self.variant = variant
        self.maximumMessageSize = mostBytes
        size = Int(facts.st_size)
        base = offset
        lseek(descriptor, off_t(offset), SEEK_SET)
    }

    deinit {
        close(descriptor)
    }

    /// The position of the next message in the file, in bytes.
    public var offset: Int { base + place }

    /// Returns the next message, or `nil` at the end of the file.
    ///
    /// - Throws: `StoreError` if reading fails.
    /// - Complexity: O(*n*) in the length of the message.
    public func next() throws -> RawMessage? {
        drop()
        try skipBlankLines()
        guard try fill(place + 1) else { return nil }
        var entry = RawMessage(path: path, offset: offset)
        let start = try readEnvelope(into: &entry)
        let (end, endedByLength) = try self.end(from: start, &entry)
        try finish(&entry, start, end, endedByLength)
        return entry
    }

    /// Reads until the buffer contains `count` bytes. Returns `false` if the file ends before.
    private func fill(_ count: Int) throws -> Bool {
        while buffer.count < count, !isAtEnd {
            let step = Self.zeros.count
            let old = buffer.count
            var got = 0
            buffer.append(contentsOf: Self.zeros)
            repeat {
                got = buffer.withUnsafeMutableBytes {
                    read(descriptor, $0.baseAddress?.advanced(by: old), step)
                }
            } while got < 0 && errno == EINTR
            buffer.removeLast(step - max(0, got))
            guard got >= 0 else { throw Self.error(path, "cannot be read") }
            if got == 0 { isAtEnd = true }
        }
        return buffer.count >= count
    }

    /// The zeros with which the buffer is extended before a read. Appending an array is one copy, unlike
    /// appending `repeatElement`.
    private static let zeros = [UInt8](repeating: 0, count: 1 << 18)

    private func drop() {
        guard place > 1 << 22 || place == buffer.count else { return }
        buffer.removeFirst(place)
        base += place
        place = 0
    }

    private func skipBlankLines() throws {
        while try fill(place + 1), buffer[place] == 0x0A || buffer[place] == 0x0D { place += 1 }
    }

    private static let mostLine = 1 << 20

    /// Returns the index after the line feed of a line. The index is at most ``mostLine`` bytes after the
    /// start of the line.
    private func lineEnd(from start: Int) throws -> Int {
        let most = start + Self.mostLine
        var from = start
        while true {
            let found: Int? = buffer.withUnsafeBytes { bytes in
                guard from < bytes.count, let base = bytes.baseAddress,
                    let feed = memchr(base + from, 0x0A, bytes.count - from)
                else { return nil }
                return UnsafeRawPointer(feed) - base + 1
            }
            if let found { return min(found, most) }
            from = buffer.count
            guard from < most else { return most }
            guard try fill(buffer.count + 1) else { return buffer.count }
        }
    }

    private func readEnvelope(into entry: inout RawMessage) throws -> Int {
        guard try fill(place + 5), buffer[place..<place + 5].elementsEqual(MailboxLine.word) else {
            return place
        }
        let end = try lineEnd(from: place)
        buffer.withUnsafeBytes { bytes in
            let line = UnsafeRawBufferPointer(rebasing: bytes[place..<end])
            entry.date = MailboxLine.date(line)
            entry.envelope = String(decoding: line.prefix(998).filter { $0 >= 0x20 }, as: UTF8.self)
        }
        return end
    }

    private func isSeparator(at index: Int) throws -> Bool {
        guard try fill(index + 5), buffer[index..<index + 5].elementsEqual(MailboxLine.word) else {
            return false
        }
        let end = try lineEnd(from: index)
        return buffer.withUnsafeBytes {
            MailboxLine.isSeparator(UnsafeRawBufferPointer(rebasing: $0[index..<min(end, index + 400)]))
        }
    }

    private func end(from start: Int, _ entry: inout RawMessage) throws -> (end: Int, byLength: Bool) {
        if let end = try endByLength(from: start) { return (end, true) }
        var from = max(start, 1) - 1
        while true {
            let found = buffer.withUnsafeBytes { LineScan.next("From ", in: $0, from: from) }
            guard let found else {
                from = max(from - dropMiddle(from: start), buffer.count - 6)
                guard try fill(buffer.count + 1) else { return (buffer.count, false) }
                continue
            }
            if isAfterBlank(found, start), try isSeparator(at: found) { return (found, false) }
            entry.ambiguousLines += 1
            from = found
        }
    }

    /// If the current message exceeds the size limit, removes the bytes beyond the limit from the buffer,
    /// except for the last 1,024 bytes, in which the search for the end of the message continues. Returns the
    /// number of removed bytes.
    private func dropMiddle(from start: Int) -> Int {
        let (beginning, rest) = (start + maximumMessageSize + 1, buffer.count - 1024)
        guard rest - beginning > 1 << 22 else { return 0 }
        buffer.removeSubrange(beginning..<rest)
        base += rest - beginning
        return rest - beginning
    }

    private func isAfterBlank(_ index: Int, _ start: Int) -> Bool {
        guard index > start else { return index == start }
        guard index >= 2 else { return true }
        if buffer[index - 2] == 0x0A { return true }
        return index >= 3 && buffer[index - 2] == 0x0D && buffer[index - 3] == 0x0A
    }

    /// The maximum number of line feeds after a message whose end is given by `Content-Length`.
    private static let mostBlank = 64

    /// Returns the end of a message according to `Content-Length`, if another message or the end of the file
    /// follows there. Otherwise returns `nil`.
    ///
    /// Also returns `nil` if the message begins with another separator line. Such a message is empty, and the
    /// following lines belong to the next message. Without this check, the header after *n* consecutive
    /// separator lines would be read *n* times.
    private func endByLength(from start: Int) throws -> Int? {
        guard variant != .mboxo, variant != .mboxrd, try !isSeparator(at: start) else { return nil }
        var line = start
        var length: Int?
        while try fill(line + 1), line - start < 1 << 20 {
            let end = try lineEnd(from: line)
            guard buffer[line] != 0x0A, buffer[line] != 0x0D else {
                line = end
                break
            }
            // A cheap test that rejects most lines, because few fields begin with C.
            if length == nil, buffer[line] | 0x20 == UInt8(ascii: "c") {
                length = Self.contentLength(buffer[line..<end])
            }
            line = end
        }
        // A length beyond the end of the file is wrong. A length that exceeds the size limit is not used.
        guard let length, length <= maximumMessageSize, base + line + length <= size + 1 else { return nil }
        _ = try fill(line + length + 6)
        var end = min(line + length, buffer.count)
        guard line + length <= buffer.count else { return nil }
        // The limit keeps the total time linear. Without it, many messages could claim to end before the same
        // blank lines.
        let last = min(buffer.count, end + Self.mostBlank)
        while end < last, buffer[end] == 0x0A || buffer[end] == 0x0D { end += 1 }
        if end == buffer.count, isAtEnd { return end }
        return try end > line + length || length == 0 ? (isSeparator(at: end) ? end : nil) : nil
    }

    private static let lengthField = Array("content-length:".utf8)

    private static func contentLength(_ line: ArraySlice<UInt8>) -> Int? {
        // Compare without case. Setting bit 5 makes an ASCII letter lower-case.
        guard line.count > lengthField.count, line.first.map({ $0 | 0x20 }) == lengthField[0],
            zip(line, lengthField).allSatisfy({ ($0 | 0x20) == $1 || $0 == $1 })
        else { return nil }
        let digits = line.dropFirst(lengthField.count).filter { $0 > 0x20 }
        return digits.count <= 12 ? Int(asciiDigits: digits) : nil
    }

    /// Copies the message from the buffer and unquotes its lines.
    private func finish(_ entry: inout RawMessage, _ start: Int, _ end: Int, _ endedByLength: Bool) throws {
        place = end
        // The empty line before the next message belongs to the mailbox format, not to the message.
        var last = end
        if last > start, buffer[last - 1] == 0x0A {
            last -= 1
            if last > start, buffer[last - 1] == 0x0D { last -= 1 }
            let endsWithLine = last > start && buffer[last - 1] == 0x0A
            if !endsWithLine { last = end }
        }
        if last - start > maximumMessageSize {
            last = start + maximumMessageSize
            entry.isTruncated = true
        }
        let bytes = buffer[start..<last]
        let hasBareLines =
            endedByLength && bytes.withUnsafeBytes { LineScan.next("From ", in: $0, from: 0) != nil }
        let quoting = variant.quoting(endedByLength: endedByLength, hasBareLines: hasBareLines)
        entry.bytes = Self.unquoted(bytes, quoting)
    }

    static func unquoted(_ bytes: ArraySlice<UInt8>, _ quoting: MailboxVariant.Quoting) -> [UInt8] {
        guard quoting != .none else { return Array(bytes) }
        return bytes.withUnsafeBytes { source in
            var result: [UInt8] = []
            var copied = 0
            var from = 0
            while let mark = LineScan.next(">", in: source, from: from) {
                var end = mark
                while end < source.count, source[end] == UInt8(ascii: ">") { end += 1 }
                from = end
                guard quoting == .any || end - mark == 1, end + 5 <= source.count,
                    source[end..<end + 5].elementsEqual(MailboxLine.word)
                else { continue }
                result.append(contentsOf: source[copied..<mark])
                copied = mark + 1
            }
            if copied == 0 { return Array(source) }
            result.append(contentsOf: source[copied...])
            return result
        }
    }

    private static func error(_ path: String, _ what: String) -> StoreError {
        StoreError(
            code: errno == EACCES ? .noPermission : errno == ENOENT ? .missing : .io, path: path,
            detail: "\(what): \(String(cString: strerror(errno)))")
    }
}
