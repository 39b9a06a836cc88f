import Ilk
import IlkConsole
import IlkLearning
import IlkVocabulary

/// A learning report as human-readable text.
struct LearningReportText {
    /// The maximum number of confusions in the report.
    private static let confusions = 5

    let phrases: LearningPhrases
    let style: Style
    /// The width of a line.
    let columns: Int

    private var figures: LearningFigures { phrases.report.figures }

    var text: String {
        let title = "Learning report of \(phrases.report.taxonomy.name)"
        guard phrases.empty == nil else {
            return style.paint(title, .strong) + "\n\n" + (phrases.empty ?? "") + "\n"
        }
        return style.paint(title, .strong) + "\n" + paragraphs([phrases.scope]) + "\n"
            + paragraphs(phrases.summary)
            + section("Selection", selections) + blocks("Random texts (audits) over time", figures.audits)
            + blocks("Chosen texts over time", figures.chosen)
            + section("Versions", versions + reasons)
            + section("Labels", labels)
            + (figures.labels.confusions.isEmpty ? "" : section("Most frequent confusions", confusions))
            + section("Authors", authors + paragraphs(phrases.authors))
            + section("Drift of the newest week", paragraphs(phrases.drift))
    }

    private func section(_ title: String, _ text: String) -> String {
        "\n\(style.paint(title, .strong))\n\(text)"
    }

    private func paragraphs(_ lines: [String]) -> String {
        lines.map { WrappedText.lines(VisibleText.oneLine($0), columns: columns) }.joined()
    }

    private func rendered(_ table: Table) -> String { table.rendered(style, within: columns) }

    private var selections: String {
        var table = Table([
            .init("texts"), .init("count", .right), .init("correct", .right), .init("95 %", .right),
            .init("abstained", .right),
        ])
        let total = figures.total
        for (name, accuracy, abstained) in [
            ("random (audits)", total.audits.accuracy, total.audits.abstained),
            ("chosen (queue, people)", total.chosen.accuracy, total.chosen.abstained),
            ("all", total.accuracy, total.abstained),
        ] {
            table.add([
                name, DecimalText.grouped(accuracy.trials), LearningPhrases.percent(accuracy),
                LearningPhrases.interval(accuracy), DecimalText.grouped(abstained),
            ])
        }
        return rendered(table)
    }

    private func blocks(_ title: String, _ accuracy: AccuracyOverTime) -> String {
        guard !accuracy.blocks.isEmpty else { return "" }
        var table = Table([
            .init("from"), .init("to"), .init("texts", .right), .init("correct", .right),
            .init("95 %", .right),
            .init(""),
        ])
        for block in accuracy.blocks {
            let share = block.tally.accuracy
            table.add([
                phrases.day(block.start), phrases.day(block.end), DecimalText.grouped(share.trials),
                LearningPhrases.percent(share), LearningPhrases.interval(share),
                String(repeating: "#", count: Int((share.share * 20).rounded())),
            ])
        }
        return section(title, rendered(table))
    }

    private var versions: String {
        var table = Table([
            .init("from"), .init("version", tone: .strong), .init("change"), .init("random", .right),
            .init("correct", .right), .init("chosen", .right), .init("correct", .right),
        ])
        for row in phrases.versions { table.add(row.cells + Self.cells(row.predictions)) }
        return rendered(table)
    }

    private static func cells(_ predictions: TallyBySelection) -> [String] {
        [predictions.audits, predictions.chosen].flatMap {
            [DecimalText.grouped($0.texts), LearningPhrases.short($0.accuracy)]
        }
    }

    private var reasons: String {
        phrases.reasons.map {
            WrappedText.lines(VisibleText.oneLine($0), indent: "  ", columns: columns)
        }.joined()
    }

    private var labels: String {
        var table = Table([
            .init("label", minWidth: 8, tone: .strong), .init("texts", .right), .init("correct", .right),
            .init("recall", .right), .init("predicted", .right), .init("precision", .right),
        ])
        for row in figures.labels.rows {
            table.add([
                row.label.rawValue, DecimalText.grouped(row.actual), DecimalText.grouped(row.both),
                LearningPhrases.short(row.recall), DecimalText.grouped(row.predicted),
                LearningPhrases.short(row.precision),
            ])
        }
        return rendered(table)
    }

    private var confusions: String {
        var table = Table([
            .init("label", minWidth: 8, tone: .strong), .init("predicted as", minWidth: 8),
            .init("texts", .right),
        ])
        for confusion in figures.labels.confusions.prefix(Self.confusions) {
            table.add([
                confusion.actual.rawValue, confusion.predicted.rawValue, DecimalText.grouped(confusion.texts),
            ])
        }
        return rendered(table)
    }

    private var authors: String {
        var table = Table([
            .init("author", minWidth: 8, tone: .strong), .init("random", .right),
            .init("confirmed", .right), .init("chosen", .right), .init("confirmed", .right),
        ])
        for author in figures.authors { table.add([author.name] + Self.cells(author.predictions)) }
        return rendered(table)
    }
}
