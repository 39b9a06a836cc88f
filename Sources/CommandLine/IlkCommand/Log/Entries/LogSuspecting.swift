import IlkConsole
import IlkRules
import FoundationEssentials
import IlkLog
import IlkLearning
import IlkVocabulary

/// Shows the corrections of a log that a model of all the others contradicts.
struct LogSuspecting {
    /// How many are shown.
    var limit: Int
    /// How.
    var format: OutputFormat
    /// Where.
    var console: Console

    private struct Row: Encodable {
        var id: String
        var label: Category
        var category: Category
        var probability: Double
        var labelProbability: Double
        var author: String
        var text: String
    }

    /// Looks, and shows what it found.
    func run(_ store: ClassificationLogStore) async throws {
        let texts = try await store.correctedTexts()
        guard Set(texts.map(\.labelled.category)).count > 1 else {
            console.note("there are too few corrections: of two categories at least")
            if format == .json { try console.write(json: [Row]()) }
            return try console.output.flush()
        }
        let found = try LabelSuspects(among: texts.map(\.labelled), taxonomy: store.taxonomy) { _ in
            try console.checkStop()
        }
        let rows = found.suspects.prefix(limit).map { suspect in
            let (id, labelled) = texts[suspect.index]
            return Row(
                id: id.description, label: suspect.label, category: suspect.category,
                probability: suspect.probability, labelProbability: suspect.labelProbability,
                author: labelled.source ?? "", text: labelled.text)
        }
        switch format {
        case .text: console.output.append(text(rows, of: found))
        case .json: try console.write(json: rows)
        case .ndjson: for row in rows { try console.write(json: row, isPretty: false) }
        }
        try console.output.flush()
    }

    private func text(_ rows: [Row], of found: LabelSuspects) -> String {
        let head =
            "\(DecimalText.grouped(found.suspects.count)) of \(DecimalText.grouped(found.texts)) corrections are "
            + "contradicted by a model of the others\n"
        guard !rows.isEmpty else { return head }
        let cells = rows.map {
            [
                String($0.id.suffix(8)), $0.label.rawValue, $0.category.rawValue,
                DecimalText.fixed($0.probability, 2), $0.author,
            ]
        }
        let titles = ["id", "corrected", "rather", "p", "by"]
        let taken = titles.indices.reduce(0) { sum, column in
            sum + 2 + (cells.map { DisplayWidth.of($0[column]) } + [titles[column].count]).reduce(0, max)
        }
        var table = Table([
            .init(titles[0], tone: .faint), .init(titles[1]), .init(titles[2], tone: .strong),
            .init(titles[3], .right), .init(titles[4]),
            .init("text", maxWidth: max(8, console.columns - taken)),
        ])
        for (row, cells) in zip(rows, cells) {
            table.add(cells + [VisibleText.beginning(of: row.text, columns: console.columns)])
        }
        return head + "\n" + table.rendered(console.style)
    }
}
