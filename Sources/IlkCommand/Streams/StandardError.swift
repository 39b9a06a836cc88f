#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where everything goes that is not data.
enum StandardError {
    /// Whether a person is there to see it.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a text, without a buffer. That it cannot be written is nobody's to hear.
    static func write(_ text: String) {
        let writer = OutputWriter(descriptor: STDERR_FILENO, name: "standard error", flushesEachRecord: false)
        writer.append(text)
        try? writer.flush()  // Nowhere is left to complain.
    }
}
