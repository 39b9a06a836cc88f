/// Colours a text for a terminal, or leaves it alone.
package struct Style: Hashable, Sendable {
    /// What a piece of text is, not what it looks like.
    package enum Tone: Sendable {
        case heading
        case strong
        case faint
        case good
        case bad
        case doubtful
    }

    /// Whether anything is coloured at all.
    package let isColoured: Bool

    /// A style that colours, or does not.
    package init(isColoured: Bool) { self.isColoured = isColoured }

    /// The style for a stream. The flag wins over the variables.
    ///
    /// - Parameters:
    ///   - choice: What `--color` says.
    ///   - environment: The variables: `NO_COLOR` with any value but an empty one forbids, `TERM=dumb`
    ///     cannot.
    ///   - isTerminal: Whether the stream is a terminal.
    package init(_ choice: ColorChoice, environment: [String: String], isTerminal: Bool) {
        switch choice {
        case .always: isColoured = true
        case .never: isColoured = false
        case .auto:
            let isForbidden = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
            isColoured = isTerminal && !isForbidden && environment["TERM"] != "dumb"
        }
    }

    /// The text in a tone.
    package func paint(_ text: String, _ tone: Tone) -> String {
        guard isColoured, !text.isEmpty else { return text }
        return "\u{1B}[\(code(tone))m\(text)\u{1B}[0m"
    }

    private func code(_ tone: Tone) -> String {
        switch tone {
        case .heading: "4"
        case .strong: "1"
        case .faint: "2"
        case .good: "32"
        case .bad: "31"
        case .doubtful: "33"
        }
    }
}
