/// Colors text for a terminal, or leaves it unchanged.
package struct Style: Hashable, Sendable {
    /// The role of a text, independent of its appearance.
    package enum Tone: Sendable {
        case heading
        case strong
        case faint
        case good
        case bad
        case doubtful
    }

    /// `true` if text is colored.
    package let isColored: Bool

    package init(isColored: Bool) { self.isColored = isColored }

    /// Creates the style for a stream. With `auto`, text is colored on a terminal, unless `NO_COLOR` is not
    /// empty or `TERM` is `dumb`.
    package init(_ choice: ColorChoice, environment: [String: String], isTerminal: Bool) {
        switch choice {
        case .always: isColored = true
        case .never: isColored = false
        case .auto:
            let isForbidden = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
            isColored = isTerminal && !isForbidden && environment["TERM"] != "dumb"
        }
    }

    /// Returns the text in the color of a role.
    package func paint(_ text: String, _ tone: Tone) -> String {
        guard isColored, !text.isEmpty else { return text }
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
