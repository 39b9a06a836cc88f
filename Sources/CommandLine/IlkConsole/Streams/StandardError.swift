/// The output for messages, progress and errors.
package enum StandardError {
    package static var isTerminal: Bool { CommandEnvironment.isTerminal(\.errors) }

    /// Writes a text without buffering. Errors are ignored.
    package static func write(_ text: String) {
        let writer = OutputWriter(
            descriptor: CommandEnvironment.current.errors, name: "standard error", flushesEachRecord: false)
        writer.append(text)
        try? writer.flush()  // No stream is left to report the error to.
    }
}
