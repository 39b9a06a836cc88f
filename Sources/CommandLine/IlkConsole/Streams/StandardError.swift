/// Where everything goes that is not data.
package enum StandardError {
    /// Whether a person is there to see it.
    package static var isTerminal: Bool { Surroundings.isTerminal(\.errors) }

    /// Writes a text, without a buffer. That it cannot be written is nobody's to hear.
    package static func write(_ text: String) {
        let writer = OutputWriter(
            descriptor: Surroundings.current.errors, name: "standard error", flushesEachRecord: false)
        writer.append(text)
        try? writer.flush()  // Nowhere is left to complain.
    }
}
