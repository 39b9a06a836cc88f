import IlkConsole
import IlkRules
import IlkLearning
import IlkVocabulary

/// Labelled texts whose label looks wrong, for people and for programs.
struct SuspectList {
    /// One of them, as JSON has it.
    private struct Row: Encodable {
        /// Which labelled line it is, from 1.
        var line: Int
        var label: Category
        var category: Category
        var probability: Double
        var labelProbability: Double
        var text: String
    }

    /// How many columns a text is shown in at least.
    private static let fewestColumns = 20

    private let found: LabelSuspects
    private let texts: [LabelledText]
    private let top: Int

    /// - Parameters:
    ///   - found: What was found.
    ///   - texts: The texts that were looked through.
    ///   - top: How many are shown.
    init(_ found: LabelSuspects, texts: [LabelledText], top: Int) {
        self.found = found
        self.texts = texts
        self.top = top
    }

    /// Writes the loudest.
    func write(_ format: OutputFormat, to console: Console) throws {
        let shown = found.suspects.prefix(top)
        switch format {
        case .text: console.output.append(text(shown, console))
        case .json: try console.write(json: shown.map(row))
        case .ndjson: for suspect in shown { try console.write(json: row(suspect), isPretty: false) }
        }
        try console.output.flush()
    }

    private func row(_ suspect: LabelSuspects.Suspect) -> Row {
        Row(
            line: suspect.index + 1, label: suspect.label, category: suspect.category,
            probability: suspect.probability, labelProbability: suspect.labelProbability,
            text: texts[suspect.index].text)
    }

    private func text(_ shown: ArraySlice<LabelSuspects.Suspect>, _ console: Console) -> String {
        let all = found.suspects.count
        let head =
            "\(DecimalText.grouped(all)) of \(DecimalText.grouped(found.texts)) labels are contradicted by a model of the other texts"
        guard !shown.isEmpty else { return head + "\n" }
        let cells = shown.map {
            [
                "\($0.index + 1)", $0.label.rawValue, $0.category.rawValue,
                DecimalText.fixed($0.probability, 3),
            ]
        }
        let titles = ["line", "label", "rather", "p"]
        let taken = titles.indices.reduce(0) { sum, column in
            sum + 2 + (cells.map { DisplayWidth.of($0[column]) } + [titles[column].count]).reduce(0, max)
        }
        var table = Table([
            .init(titles[0], .right, tone: .faint), .init(titles[1]), .init(titles[2], tone: .strong),
            .init(titles[3], .right),
            .init("text", maxWidth: max(Self.fewestColumns, console.columns - taken)),
        ])
        for (row, suspect) in zip(cells, shown) {
            let beginning = String(texts[suspect.index].text.prefix(4 * console.columns))
            table.add(row + [beginning.split(whereSeparator: \.isWhitespace).joined(separator: " ")])
        }
        return head + (all > shown.count ? "; the \(shown.count) loudest:\n\n" : ":\n\n")
            + table.rendered(console.style)
    }
}
