import IlkConsole
import IlkLearning
import IlkVerdictConsole
import IlkVocabulary

/// A list of label issues, as human-readable text and as JSON.
struct LabelIssueList {
    /// The minimum width of a text in columns.
    private static let fewestColumns = 20
    let found: LabelIssues
    /// The texts that were checked.
    let input: LabeledInput
    /// The maximum number of issues shown.
    let top: Int

    /// Writes the strongest issues.
    func write(_ format: OutputFormat, to console: Console) throws {
        let shown = found.issues.prefix(top)
        try console.write(
            records: shown.map { suspect in
                var fields = suspect.fields(text: input.texts[suspect.index].text)
                fields["line"] = input.line(of: suspect.index)
                fields["place"] = input.place(of: suspect.index)
                return fields
            }, as: format
        ) {
            text(shown, console)
        }
    }

    private func text(_ shown: ArraySlice<LabelIssues.Issue>, _ console: Console) -> String {
        let all = found.issues.count
        let head =
            "\(DecimalText.grouped(all)) of \(DecimalText.grouped(found.texts)) labels contradict a model "
            + "trained on the other texts"
        guard !shown.isEmpty else { return head + "\n" }
        let isOneFile = input.line(of: 0) != nil
        let rows = shown.map { suspect in
            (
                [
                    input.line(of: suspect.index).map(String.init)
                        ?? VisibleText.oneLine(input.place(of: suspect.index)), suspect.label.rawValue,
                    suspect.category.rawValue,
                    DecimalText.fixed(suspect.probability, 3),
                ], VisibleText.beginning(of: input.texts[suspect.index].text, columns: console.columns)
            )
        }
        let table = Self.table(
            [isOneFile ? "line" : "place", "label", "predicted", "p"], rows, minWidth: Self.fewestColumns,
            firstIs: isOneFile ? .right : .left, console)
        return head + (all > shown.count ? "; the \(shown.count) strongest:\n\n" : ":\n\n")
            + table.rendered(console.style)
    }

    /// Returns a table of label issues: location, both labels, a probability, possibly the author, and the
    /// text in the remaining width.
    static func table(
        _ titles: [String], _ rows: [(cells: [String], text: String)], minWidth: Int,
        firstIs alignment: Table.Alignment = .left, _ console: Console
    ) -> Table {
        let room = Table.room(behind: rows.map(\.cells), titles: titles, within: console.columns)
        var columns: [Table.Column] = [
            .init(titles[0], alignment, tone: .faint), .init(titles[1]), .init(titles[2], tone: .strong),
            .init(titles[3], .right),
        ]
        columns += titles.dropFirst(4).map { .init($0) }
        var table = Table(columns + [.init("text", maxWidth: max(minWidth, room))])
        for (cells, text) in rows { table.add(cells + [text]) }
        return table
    }
}
