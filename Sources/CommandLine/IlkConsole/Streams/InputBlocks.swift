package import IlkFraming

/// The bytes of several inputs in sequence. The output is flushed whenever the input pauses.
package final class InputBlocks {
    /// Runs when the input pauses and the output is flushed, and when a signal ends the pause.
    package var pausing: () -> Void = {}
    /// The name of the current input.
    package private(set) var name = ""

    private let output: OutputWriter
    private let stop: StopFlag
    private var waiting: ArraySlice<InputFile>
    private var reader: InputReader?
    private var hasEnded = false

    package init(_ inputs: [InputFile], output: OutputWriter, stop: StopFlag) {
        waiting = inputs[...]
        self.output = output
        self.stop = stop
    }

    /// Reads the next bytes into a framer, or marks the end of the framer's input. Call this only if the
    /// framer has no complete line left.
    ///
    /// - Parameter framer: The framer, which is reset at the start of each input.
    /// - Returns: `false` if no inputs are left or a stop was requested.
    /// - Throws: ``CommandError`` if an input cannot be opened or read, or the output cannot be flushed.
    ///   The next call continues with the next input.
    package func advance(_ framer: inout LineFramer) throws(CommandError) -> Bool {
        if hasEnded || reader == nil {
            guard stop.request == nil, try openNext(&framer) else { return false }
        }
        try fill(&framer)
        return true
    }

    /// Waits until ``advance(_:)`` can return immediately, or until a descriptor is readable. Flushes the
    /// output before a wait.
    ///
    /// - Returns: `true` if ``advance(_:)`` can return immediately. `false` after the descriptor became
    ///   readable or a signal arrived.
    /// - Throws: ``CommandError`` if the output cannot be flushed.
    package func canAdvance(orWhen descriptor: Int32) throws(CommandError) -> Bool {
        guard let reader, !hasEnded else { return true }
        return try reader.canRead(orWhen: descriptor) { () throws(CommandError) in try output.flush() }
    }

    private func openNext(_ framer: inout LineFramer) throws(CommandError) -> Bool {
        reader = nil
        guard let input = waiting.popFirst() else { return false }
        name = input.name
        framer.reset()
        hasEnded = false
        reader = try input.open(stop: stop)
        return true
    }

    private func fill(_ framer: inout LineFramer) throws(CommandError) {
        guard let reader else { return }
        do throws(CommandError) {
            let count = try framer.fill { (buffer) throws(CommandError) in
                try reader.read(into: buffer) { () throws(CommandError) in
                    try output.flush()
                    pausing()
                }
            }
            guard count == 0 else { return }
            hasEnded = true
            // Bytes after the last line break form a line only at the end of the input, not if a stop request
            // ended reading.
            if stop.request == nil { framer.finish() }
        } catch {
            self.reader = nil
            framer.reset()
            throw error
        }
    }
}
