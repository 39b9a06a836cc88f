import FoundationEssentials
import IlkDomains
import IlkVocabulary

/// Entries of the log as people read them: a line each.
struct LogTable {
    /// How it looks.
    let style: Style
    /// How many columns of the terminal a line may take.
    let columns: Int

    /// The lines, in the order of the entries.
    func text(_ entries: [ClassificationLogEntry]) -> String {
        let cells = entries.map { [$0.shortID, Self.time($0), Self.category($0), Self.probability($0)] }
        let titles = ["id", "time", "category", "p", "text"]
        let taken = (0..<4).reduce(0) { sum, column in
            sum + 2 + (cells.map { DisplayWidth.of($0[column]) } + [titles[column].count]).reduce(0, max)
        }
        var table = Table([
            .init(titles[0], tone: .faint), .init(titles[1], tone: .faint), .init(titles[2], tone: .strong),
            .init(titles[3], .right), .init(titles[4], maxWidth: max(8, columns - taken)),
        ])
        for (row, entry) in zip(cells, entries) { table.add(row + [beginning(of: entry.log.text)]) }
        return table.rendered(style)
    }

    /// What the classifier said, `?` where it claimed nothing, and what a person said.
    static func category(_ entry: ClassificationLogEntry) -> String {
        let said = entry.log.category + (entry.verdict?.abstention == nil ? "" : "?")
        return entry.correction.map { "\(said) → \($0.category)" } ?? said
    }

    /// As much of a text as a line can hold.
    private func beginning(of text: String) -> String {
        String(text.prefix(4 * columns)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func time(_ entry: ClassificationLogEntry) -> String {
        entry.log.timestamp.formatted(.iso8601)
    }

    private static func probability(_ entry: ClassificationLogEntry) -> String {
        // Never said to be certain unless it nearly is.
        entry.verdict.map { DecimalText.fixed($0.probability < 0.995 ? min($0.probability, 0.99) : 1, 2) }
            ?? "-"
    }
}
