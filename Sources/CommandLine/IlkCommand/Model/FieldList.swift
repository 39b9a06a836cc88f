import IlkConsole

/// Names with what they stand for, a line each; long ones go on below themselves.
struct FieldList {
    private static let indent = 12
    private var text = ""
    private let style: Style
    private let columns: Int

    init(style: Style, columns: Int) {
        self.style = style
        self.columns = columns
    }

    /// Adds a name and its value; nothing when there is none.
    mutating func add(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        let lines = Self.wrapped(VisibleText.oneLine(value), to: max(20, columns - Self.indent))
        for (index, line) in lines.enumerated() {
            let head = index == 0 ? name : ""
            text += style.paint(head, .faint)
            text += String(repeating: " ", count: max(1, Self.indent - head.count)) + line + "\n"
        }
    }

    /// Adds lines as they are, below a blank one.
    mutating func add(block lines: String) { text += "\n" + lines }

    /// All of it.
    var rendered: String { text }

    /// A text cut between words into lines of so many columns; a longer word has a line to itself.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : line + " " + word
            if DisplayWidth.of(longer) > width, !line.isEmpty {
                lines.append(line)
                line = String(word)
            } else {
                line = longer
            }
        }
        return lines + [line]
    }
}
