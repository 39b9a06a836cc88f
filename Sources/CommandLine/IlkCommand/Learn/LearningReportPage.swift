import Ilk
import IlkConsole
import IlkLearning
import IlkVocabulary

/// A learning report as an HTML page.
struct LearningReportPage {
    /// The maximum number of confusions on a page.
    private static let confusions = 20

    let phrases: LearningPhrases

    private var report: LearningReport { phrases.report }
    private var figures: LearningFigures { report.figures }

    var html: String {
        var page = HTMLPage(title: "Learning report of \(report.taxonomy.name)", subtitle: phrases.scope)
        if let empty = phrases.empty {
            page.add("Summary", Self.paragraphs(empty.split(separator: "\n").map(String.init)))
            return page.html
        }
        page.add("Summary", tiles + Self.paragraphs(phrases.summary))
        page.add(
            "Accuracy over time",
            note:
                "Each point is a block of texts with its 95 % interval. Vertical lines are changes of the version.",
            LearningChart(phrases: phrases).html + blocks)
        page.add("Selection", note: "Texts from the queue are harder than average.", selections)
        page.add(
            "Versions", note: "Predictions of each version while it was active.", versions + reasons)
        page.add(
            "Labels", note: "The figures of all corrected texts. The bar shows the recall.", labels)
        if !figures.labels.confusions.isEmpty { page.add("Most frequent confusions", confusions) }
        page.add(
            "Authors", note: "The share of texts for which the author confirmed the prediction.",
            authors + Self.paragraphs(phrases.authors))
        page.add("Drift", note: "The newest week of the log.", Self.paragraphs(phrases.drift))
        return page.html
    }

    private static func paragraphs(_ lines: [String]) -> String {
        lines.map { "<p>\(HTMLPage.escaped($0))</p>\n" }.joined()
    }

    private var tiles: String {
        let total = figures.total
        var tiles = [
            (LearningPhrases.percent(total.audits.accuracy), "correct of \(total.audits.texts) random texts"),
            (LearningPhrases.percent(total.chosen.accuracy), "correct of \(total.chosen.texts) chosen texts"),
        ]
        if let version = figures.versions.periods.last?.version {
            tiles.append((version, phrases.hasPeriod ? "last version of the period" : "active version"))
        }
        return "<div class=\"tiles\">"
            + tiles.map {
                "<div class=\"tile\"><b>\(HTMLPage.escaped($0.0))</b><span>\(HTMLPage.escaped($0.1))</span></div>"
            }.joined() + "</div>"
    }

    private static func cells(_ accuracy: BinomialProportion) -> [String] {
        [
            DecimalText.grouped(accuracy.trials), LearningPhrases.percent(accuracy),
            LearningPhrases.interval(accuracy, " to "),
        ]
    }

    private static func cells(_ predictions: TallyBySelection) -> [String] {
        cells(predictions.audits.accuracy) + cells(predictions.chosen.accuracy)
    }

    private static let selectionTitles = ["random", "correct", "95 %", "chosen", "correct", "95 %"]

    private var blocks: String {
        let tables = [("random", figures.audits), ("chosen", figures.chosen)].filter { !$0.1.blocks.isEmpty }
            .map { name, accuracy in
                HTMLPage.table(
                    ["\(name), from", "to", "texts", "correct", "95 %"],
                    accuracy.blocks.map {
                        [phrases.day($0.start), phrases.day($0.end)] + Self.cells($0.tally.accuracy)
                    })
            }
        return tables.isEmpty
            ? "<p>A chart needs \(AccuracyOverTime.minimumTexts) random or chosen texts.</p>"
            : "<div class=\"pair\">\(tables.joined())</div>"
    }

    private var selections: String {
        let total = figures.total
        return HTMLPage.table(
            ["", "texts", "correct", "95 %", "abstained"],
            [
                ["random (audits)"] + Self.cells(total.audits.accuracy) + ["\(total.audits.abstained)"],
                ["chosen (queue, people)"] + Self.cells(total.chosen.accuracy)
                    + ["\(total.chosen.abstained)"],
                ["all"] + Self.cells(total.accuracy) + ["\(total.abstained)"],
            ])
    }

    private var versions: String {
        HTMLPage.table(
            ["from", "version", "change"] + Self.selectionTitles,
            phrases.versions.map { $0.cells.map(HTMLPage.escaped) + Self.cells($0.predictions) })
    }

    private var reasons: String {
        guard !phrases.reasons.isEmpty else { return "" }
        return "<ul>" + phrases.reasons.map { "<li>\(HTMLPage.escaped($0))</li>\n" }.joined() + "</ul>"
    }

    private var labels: String {
        HTMLPage.table(
            ["label", "", "texts", "recall", "95 %", "predicted", "precision", "95 %"],
            figures.labels.rows.map { row in
                let width = DecimalText.fixed(row.recall.share * 6, 2)
                return [
                    HTMLPage.escaped(row.label.rawValue),
                    "<span class=\"bar\" style=\"width:\(width)em\"></span>",
                ] + Self.cells(row.recall) + Self.cells(row.precision)
            })
    }

    private var confusions: String {
        HTMLPage.table(
            ["label", "predicted as", "texts"],
            figures.labels.confusions.prefix(Self.confusions).map {
                [
                    HTMLPage.escaped($0.actual.rawValue), HTMLPage.escaped($0.predicted.rawValue),
                    DecimalText.grouped($0.texts),
                ]
            })
    }

    private var authors: String {
        HTMLPage.table(
            ["author"] + Self.selectionTitles.map { $0 == "correct" ? "confirmed" : $0 },
            figures.authors.map { [HTMLPage.escaped($0.name)] + Self.cells($0.predictions) })
    }
}
