import IlkConsole
import IlkRules
import FoundationEssentials
import Ilk
import IlkLearning
import IlkVocabulary

/// How a log has moved, as people read it: a row for each stretch of time, then plain sentences.
struct DriftTable {
    /// The categories, in their order.
    let taxonomy: Taxonomy
    /// How it looks.
    let style: Style

    /// How many categories have a column: the most frequent ones.
    private static let mostColumns = 6

    /// The table and the sentences.
    func text(_ report: LogDriftReport) -> String {
        let shown = categories(report)
        var columns = [Table.Column("from", tone: .faint), Table.Column("texts", .right)]
        columns += shown.map { Table.Column(String($0.rawValue.prefix(8)), .right) }
        columns += ["new", "unsure"].map { Table.Column($0, .right) }
        var table = Table(columns)
        table.add(["training"] + cells(report.training, shown))
        for window in report.windows {
            let start = Date(timeIntervalSince1970: window.start).formatted(.iso8601)
            table.add([String(start.prefix(10))] + cells(window.figures, shown))
        }
        return table.rendered(style) + report.statements.map { VisibleText.oneLine($0) + "\n" }.joined()
    }

    private func categories(_ report: LogDriftReport) -> [IlkVocabulary.Category] {
        guard taxonomy.count > Self.mostColumns else { return taxonomy.categories }
        let newest = report.windows.first?.figures.labels ?? [:]
        return Array(
            taxonomy.categories.sorted { (newest[$1] ?? 0, $0) < (newest[$0] ?? 0, $1) }.prefix(
                Self.mostColumns)
        )
    }

    private func cells(_ figures: DriftFigures, _ shown: [IlkVocabulary.Category]) -> [String] {
        [String(figures.texts)] + shown.map { Self.percent(figures.share(of: $0)) } + [
            figures.unknownWords.texts == 0 ? "-" : Self.percent(figures.unknownWords.mean),
            figures.abstention.map(Self.percent) ?? "-",
        ]
    }

    private static func percent(_ share: Double) -> String { DecimalText.fixed(share * 100, 0) + "%" }
}
