/// The output for everything except data.
package enum StandardError {
    package static var isTerminal: Bool { Surroundings.isTerminal(\.errors) }

    /// Writes a text without buffering. Errors are ignored.
    package static func write(_ text: String) {
        let writer = OutputWriter(
            descriptor: Surroundings.current.errors, name: "standard error", flushesEachRecord: false)
        writer.append(text)
        try? writer.flush()  // No stream is left to report the error to.
    }
}
