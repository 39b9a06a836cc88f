import Foundation
import FoundationEssentials
import IlkConsole
import IlkLog

/// Entries of the log as people read them: a line each.
struct LogTable {
    /// How it looks.
    let style: Style
    /// How many columns of the terminal a line may take.
    let columns: Int
    /// Words that a text is shown from, where it has one of them and that stands far behind its beginning.
    var wanted: [String] = []

    /// The lines, in the order of the entries.
    ///
    /// - Parameter marks: A word for each entry, for a column of its own; nil for none.
    func text(_ entries: [ClassificationLogEntry], marks: [String]? = nil) -> String {
        let cells = entries.enumerated().map { place, entry in
            [entry.shortID, Self.time(entry), Self.category(entry), Self.probability(entry)]
                + (marks.map { [$0[place]] } ?? [])
        }
        let titles = ["id", "time", "category", "p"] + (marks == nil ? [] : ["why"])
        let room = Table.room(behind: cells, titles: titles, within: columns)
        var table = Table(
            [
                .init(titles[0], tone: .faint), .init(titles[1], tone: .faint, dispensability: 2),
                .init(titles[2], tone: .strong),
                .init(titles[3], .right, dispensability: 1),
            ] + titles.dropFirst(4).map { .init($0) } + [.init("text", maxWidth: max(8, room))])
        for (row, entry) in zip(cells, entries) {
            table.add(row + [shown(entry.log.text, within: room)])
        }
        return table.rendered(style, within: columns)
    }

    /// As much of a text as a line can hold, from a wanted word on where that would not be seen else.
    private func shown(_ text: String, within room: Int) -> String {
        let places = wanted.compactMap {
            text.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive])?.lowerBound
        }
        guard let place = places.min(), text.distance(from: text.startIndex, to: place) > room / 2 else {
            return VisibleText.beginning(of: text, columns: columns)
        }
        let start = text.index(place, offsetBy: -room / 4, limitedBy: text.startIndex) ?? text.startIndex
        return "…" + VisibleText.beginning(of: String(text[start...]), columns: columns)
    }

    /// What the classifier said, `?` where it claimed nothing, and what a person said; in brackets when that is left out.
    static func category(_ entry: ClassificationLogEntry) -> String {
        let said = entry.log.category + (entry.verdict?.abstention == nil ? "" : "?")
        guard let word = entry.correction else { return said }
        return word.isLeftOut ? "\(said) (\(word.category) left out)" : "\(said) → \(word.category)"
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
