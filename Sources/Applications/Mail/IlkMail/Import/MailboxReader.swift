import FoundationEssentials
import Glibc
import IlkStore
import IlkVocabulary

/// Messages of a mailbox file, one after the other, by the rules of qmail's mbox(5) and RFC 4155. The file is read in
/// pieces: what is in memory is one message and a piece.
///
/// A message begins with a line `From `, somebody, a date, at the beginning of the file or behind an empty line.
public final class MailboxReader {
    /// How long a message may be: 64 MiB.
    public static let mostBytes = 64 << 20

    private let descriptor: Int32
    private let path: String
    private let variant: MailboxVariant
    private let mostBytes: Int
    private var buffer: [UInt8] = []
    /// The file offset of the buffer's first byte.
    private var base: Int
    /// Where in the buffer the next message begins.
    private var place = 0
    private var isAtEnd = false
    /// The device and inode, so that a file that was put in its place is another one.
    public let size: Int

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - offset: Where the first message to be read begins.
    /// - Throws: `StoreError` when it cannot be read, or is no regular file.
    public init(
        _ path: String, variant: MailboxVariant = .auto, from offset: Int = 0,
        mostBytes: Int = MailboxReader.mostBytes
    ) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.error(path, "cannot be read") }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw StoreError(code: .missing, path: path, detail: "it is no regular file")
        }
        self.path = path
        self.variant = variant
        self.mostBytes = mostBytes
        size = Int(facts.st_size)
        base = offset
        lseek(descriptor, off_t(offset), SEEK_SET)
    }

    deinit {
        close(descriptor)
    }

    /// Where the next message begins.
    public var offset: Int { base + place }

    /// The next message; nil at the end.
    ///
    /// - Throws: `StoreError` when reading fails.
    public func next() throws -> FoundMail? {
        drop()
        try skipBlankLines()
        guard try fill(place + 1) else { return nil }
        var entry = FoundMail(path: path, offset: offset)
        let start = try readEnvelope(into: &entry)
        let (end, endedByLength) = try self.end(from: start, &entry)
        try finish(&entry, start, end, endedByLength)
        return entry
    }

    /// Reads on until the buffer has so many bytes.
    ///
    /// - Returns: Whether it has.
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

    /// How much is read at once: copied into the buffer in one piece, which a repeated element is not.
    private static let zeros = [UInt8](repeating: 0, count: 1 << 18)

    /// Forgets what lies behind.
    private func drop() {
        guard place > 1 << 22 || place == buffer.count else { return }
        buffer.removeFirst(place)
        base += place
        place = 0
    }

    private func skipBlankLines() throws {
        while try fill(place + 1), buffer[place] == 0x0A || buffer[place] == 0x0D { place += 1 }
    }

    /// How far a line is looked through for its end.
    private static let mostLine = 1 << 20

    /// The index behind the line feed of the line that begins at an index; of a line that is too long, where looking ends.
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

    private func readEnvelope(into entry: inout FoundMail) throws -> Int {
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

    /// Where a message ends that begins at an index.
    private func end(from start: Int, _ entry: inout FoundMail) throws -> (end: Int, byLength: Bool) {
        if let end = try endByLength(from: start) { return (end, true) }
        var from = max(start, 1) - 1
        while true {
            let found = buffer.withUnsafeBytes { LineScan.next("From ", in: $0, from: from) }
            guard let found else {
                from = max(from - forget(from: start), buffer.count - 6)
                guard try fill(buffer.count + 1) else { return (buffer.count, false) }
                continue
            }
            if isAfterBlank(found, start), try isSeparator(at: found) { return (found, false) }
            entry.ambiguousLines += 1
            from = found
        }
    }

    /// Forgets the middle of a message that is longer than the limit: its beginning is kept, its end is still looked for.
    ///
    /// - Returns: How many bytes.
    private func forget(from start: Int) -> Int {
        let (beginning, rest) = (start + mostBytes + 1, buffer.count - 1024)
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

    /// The largest number of line feeds after a message that ends by its length.
    private static let mostBlank = 64

    /// Where `Content-Length` says that a message ends, if another one follows there, or nothing.
    ///
    /// A message without a line has no length: the lines behind it are the next message's, and would be read once more for
    /// each of a row of separators.
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
            // The field begins as one line of forty does.
            if length == nil, buffer[line] | 0x20 == UInt8(ascii: "c") {
                length = Self.contentLength(buffer[line..<end])
            }
            line = end
        }
        // A length that reaches beyond the file is a lie, and beyond the limit one need not look.
        guard let length, length <= mostBytes, base + line + length <= size + 1 else { return nil }
        _ = try fill(line + length + 6)
        var end = min(line + length, buffer.count)
        guard line + length <= buffer.count else { return nil }
        // No further: each of many messages may claim to end before the same blank lines.
        let last = min(buffer.count, end + Self.mostBlank)
        while end < last, buffer[end] == 0x0A || buffer[end] == 0x0D { end += 1 }
        if end == buffer.count, isAtEnd { return end }
        return try end > line + length || length == 0 ? (isSeparator(at: end) ? end : nil) : nil
    }

    private static let lengthField = Array("content-length:".utf8)

    private static func contentLength(_ line: ArraySlice<UInt8>) -> Int? {
        guard line.count > lengthField.count, line.first.map({ $0 | 0x20 }) == lengthField[0],
            zip(line, lengthField).allSatisfy({ ($0 | 0x20) == $1 || $0 == $1 })
        else { return nil }
        let digits = line.dropFirst(lengthField.count).filter { $0 > 0x20 }
        return digits.count <= 12 ? Int(asciiDigits: digits) : nil
    }

    /// Takes the message out of the buffer, its quoted lines as they were.
    private func finish(_ entry: inout FoundMail, _ start: Int, _ end: Int, _ endedByLength: Bool) throws {
        place = end
        // The empty line before the next message is the mailbox's.
        var last = end
        if last > start, buffer[last - 1] == 0x0A {
            last -= 1
            if last > start, buffer[last - 1] == 0x0D { last -= 1 }
            let endsWithLine = last > start && buffer[last - 1] == 0x0A
            if !endsWithLine { last = end }
        }
        if last - start > mostBytes {
            last = start + mostBytes
            entry.isCut = true
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
