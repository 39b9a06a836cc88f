/// An input that is read as one text, up to a limit.
package struct WholeText {
    /// The bytes, at most as many as the limit.
    package var bytes: [UInt8]
    /// `true` if the input exceeds the limit.
    package var isTruncated: Bool
    /// The source of the bytes after the limit.
    private let reader: InputReader

    /// The offset of the end of the text in ``bytes``. A final line break is not part of the text, so that
    /// `echo hello | ilk classify` classifies the text `hello`.
    package var textEnd: Int {
        guard !isTruncated, bytes.last == 0x0A else { return bytes.count }
        return bytes.dropLast().last == 0x0D ? bytes.count - 2 : bytes.count - 1
    }

    /// Reads an input to its end or to the limit. Reading stops at the limit, so an endless input also gets
    /// an answer.
    ///
    /// - Parameter beforeWaiting: Runs before each wait for the input.
    /// - Returns: The text, or `nil` if a stop was requested before the text was complete.
    package static func read(
        _ input: InputFile, maxBytes: Int, stop: StopFlag,
        beforeWaiting: () throws(CommandError) -> Void = { () throws(CommandError) in }
    ) throws(CommandError) -> WholeText? {
        let reader = try input.open(stop: stop)
        var text = WholeText(bytes: [], isTruncated: false, reader: reader)
        var block = [UInt8](repeating: 0, count: 1 << 17)
        while text.bytes.count <= maxBytes {
            let count = try reader.read(into: &block, beforeWaiting: beforeWaiting)
            if stop.request != nil { return nil }
            if count == 0 { return text }
            text.bytes.append(contentsOf: block[..<count])
        }
        text.bytes.removeLast(text.bytes.count - maxBytes)
        text.isTruncated = true
        return text
    }

    /// Reads and discards the bytes after the limit if the input is a pipe or a socket. Without this, the
    /// process that writes to the pipe would fail. The rest of a file is not read.
    package func drain(stop: StopFlag) throws(CommandError) {
        guard reader.hasWriter else { return }
        var block = [UInt8](repeating: 0, count: 1 << 17)
        while stop.request == nil {
            let count = try reader.read(into: &block) { () throws(CommandError) in }
            if count == 0 { return }
        }
    }
}

extension Console {
    /// Reads an input to its end or to a limit.
    ///
    /// - Throws: The errors of ``WholeText/read(_:maxBytes:stop:beforeWaiting:)``; an error without a message
    ///   if a stop was requested.
    package func read(_ input: InputFile, maxBytes: Int = .max - 1) throws(CommandError) -> WholeText {
        if let text = try WholeText.read(input, maxBytes: maxBytes, stop: stop) { return text }
        throw CommandError((stop.request ?? .interrupt).status, "")
    }

    /// Reads a file of at most 1 GiB.
    ///
    /// - Throws: `badInput` if the file is larger, and the errors of ``read(_:maxBytes:)``.
    package func readFile(_ path: String) throws(CommandError) -> [UInt8] {
        let whole = try read(.path(path), maxBytes: 1 << 30)
        guard !whole.isTruncated else {
            throw CommandError(.badInput, "the file is larger than 1 GiB", at: path)
        }
        return whole.bytes
    }
}
