/// An input read as one text, up to a limit.
package struct WholeText {
    /// The bytes, at most as many as the limit.
    package var bytes: [UInt8]
    /// Whether there was more than the limit.
    package var isTruncated: Bool
    /// Where there may be more.
    private let reader: InputReader

    /// Where the text ends in ``bytes``: before a line break at the very end, which is the file's and not the text's,
    /// so that `echo` and a library call mean the same text.
    package var textEnd: Int {
        guard !isTruncated, bytes.last == 0x0A else { return bytes.count }
        return bytes.dropLast().last == 0x0D ? bytes.count - 2 : bytes.count - 1
    }

    /// Reads an input to its end or to the limit, whichever comes first. Behind the limit nothing is read, so
    /// that an endless input has an answer too.
    ///
    /// - Parameters:
    ///   - input: What to read.
    ///   - maxBytes: The limit.
    ///   - stop: What ends reading.
    ///   - beforeWaiting: Is called before each wait for the input.
    /// - Returns: The text, or nil when a stop was requested before it was whole.
    package static func read(
        _ input: InputFile, maxBytes: Int, stop: StopFlag,
        beforeWaiting: () throws(CommandFailure) -> Void = { () throws(CommandFailure) in }
    ) throws(CommandFailure) -> WholeText? {
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

    /// Reads what is behind the limit and lets it go, where somebody is writing it who would take it for a fault that
    /// nobody reads on. A file is left alone.
    package func drain(stop: StopFlag) throws(CommandFailure) {
        guard reader.hasWriter else { return }
        var block = [UInt8](repeating: 0, count: 1 << 17)
        while stop.request == nil {
            let count = try reader.read(into: &block) { () throws(CommandFailure) in }
            if count == 0 { return }
        }
    }
}

extension Console {
    /// Reads an input to its end or to a limit.
    ///
    /// - Throws: As ``WholeText/read(_:maxBytes:stop:beforeWaiting:)``; without words if a stop was requested.
    package func read(_ input: InputFile, maxBytes: Int = .max - 1) throws(CommandFailure) -> WholeText {
        if let text = try WholeText.read(input, maxBytes: maxBytes, stop: stop) { return text }
        throw CommandFailure((stop.request ?? .interrupt).status, "")
    }
}
