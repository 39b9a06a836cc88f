import Foundation
import FoundationEssentials
import IlkConsole
import IlkLog
import IlkVocabulary

/// Log entries as human-readable text, one line each.
struct LogTable {
    let style: Style
    /// The maximum width of a line in columns.
    let columns: Int
    /// Search terms. If the first match is far from the start of a text, the text is shown from the match.
    var wanted: [String] = []

    /// Returns the lines in the order of the entries.
    ///
    /// - Parameter marks: The cells of an additional column, one for each entry. `nil` means no additional
    ///   column.
    func text(_ entries: [ClassificationLogEntry], marks: [String]? = nil) -> String {
        let cells = entries.enumerated().map { place, entry in
            let category = Self.category(entry, explaining: marks == nil)
            return [entry.shortID, Self.time(entry), category, Self.probability(entry)]
                + (marks.map { [$0[place]] } ?? [])
        }
        let titles = ["id", "time", "category", "p"] + (marks == nil ? [] : ["type"])
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

    /// Returns as much of a text as fits a line, starting near a search term that would otherwise be cut off.
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

    /// Returns the predicted labels and the correction, such as `letter → email`. An abstention is shown as
    /// the most probable label with `?` and the reason: `letter? unsure`. An ignored correction is in
    /// parentheses.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - explaining: `false` to omit the reason.
    static func category(_ entry: ClassificationLogEntry, explaining: Bool = true) -> String {
        let said =
            entry.verdict?.abstention.map {
                entry.log.category + (explaining ? "? \(ReviewRun.words($0))" : "?")
            } ?? Self.names(entry.predictedCategories)
        guard let word = entry.correction, !word.withdraws else { return said }
        return word.isIgnored ? "\(said) (\(word.label) ignored)" : "\(said) → \(word.label)"
    }

    /// Returns labels as text, or `no label` for an empty list.
    static func names(_ labels: [Category]) -> String {
        labels.isEmpty ? "no label" : labels.map(\.rawValue).joined(separator: ", ")
    }

    private static func time(_ entry: ClassificationLogEntry) -> String {
        entry.log.timestamp.formatted(.iso8601)
    }

    private static func probability(_ entry: ClassificationLogEntry) -> String {
        // A probability is shown as 1.00 only from 0.995 on.
        entry.verdict.map { DecimalText.fixed($0.probability < 0.995 ? min($0.probability, 0.99) : 1, 2) }
            ?? "-"
    }
}
