/// An input read as one text, up to a limit.
struct WholeText: Sendable {
    /// The bytes, at most as many as the limit.
    var bytes: [UInt8]
    /// Whether there was more than the limit.
    var isTruncated: Bool

    /// Reads an input to its end or to the limit, whichever comes first. Behind the limit nothing is read, so
    /// that an endless input has an answer too.
    ///
    /// - Returns: The text, or nil when a stop was requested before it was whole.
    static func read(_ input: InputFile, maxBytes: Int, stop: StopFlag) throws(CommandFailure) -> WholeText? {
        let reader = try input.open(stop: stop)
        var text = WholeText(bytes: [], isTruncated: false)
        var block = [UInt8](repeating: 0, count: 1 << 17)
        while text.bytes.count <= maxBytes {
            var outcome: Result<Int, CommandFailure> = .success(0)
            block.withUnsafeMutableBufferPointer { buffer in
                outcome = Result { () throws(CommandFailure) in
                    try reader.read(into: buffer) { () throws(CommandFailure) in }
                }
            }
            let count = try outcome.get()
            if stop.request != nil { return nil }
            if count == 0 { return text }
            text.bytes.append(contentsOf: block[..<count])
        }
        text.bytes.removeLast(text.bytes.count - maxBytes)
        text.isTruncated = true
        return text
    }
}
