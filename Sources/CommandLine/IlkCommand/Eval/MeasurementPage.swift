import IlkVocabulary
import IlkConsole
import IlkLearning

/// A measurement as an HTML page.
struct MeasurementPage {
    let result: MeasurementResult
    private var report: EvaluationReport { result.report }
    private var shown: [EvaluationReport] { result.variants.isEmpty ? [report] : result.variants }

    var html: String {
        var page = HTMLPage(
            title: "\(report.classifier) on \(DecimalText.counted(report.texts, "text"))", subtitle: subtitle)
        page.add("Figures", tiles)
        if !result.variants.isEmpty {
            page.add(
                "Rules and model", note: "Accuracy on the same texts, by length.", variants)
        }
        if let comparison = result.comparison {
            page.add("Comparison with another model", comparisonTable(comparison))
        }
        if !result.guarantees.isEmpty {
            page.add(
                "Guaranteed error rates",
                note:
                    "Thresholds at which predictions have at most the given error rate.",
                guarantees)
        }
        if let costs = result.costs {
            page.add(
                "Costs", note: "The total cost of errors and abstentions for each threshold.",
                HTMLPage.table(CostTable.columns, CostTable.rows(costs))
                    + "<p>\(HTMLPage.escaped(CostTable.sentence(costs)))</p>")
        }
        if !result.periods.isEmpty {
            page.add(
                "Time", note: "Each period is measured with a model trained on all earlier texts.", periods)
        }
        if let matrix = report.confusion {
            page.add(
                "Confusion matrix", note: "Rows: actual labels. Columns: predicted labels.",
                confusion(matrix))
        }
        page.add("Labels", categories)
        page.add(
            "Calibration and risk",
            note:
                "Left: accuracy by predicted probability; the dashed line is perfect calibration. "
                + "Right: error rate among the most confident predictions.",
            "<div class=\"pair\">\(reliability)\(risk)</div>")
        page.add("Length and script", groups)
        return page.html
    }

    private var subtitle: String {
        var parts: [String] = []
        if let leftOut = result.leftOut {
            parts.append(
                "\(DecimalText.counted(leftOut.sources, "source")), each held out (\(leftOut.folds) folds)"
            )
        }
        if let model = result.provenance?.modelDigest { parts.append("model \(model.prefix(12))") }
        if let rules = result.provenance?.ruleSetDigest { parts.append("rules \(rules.prefix(12))") }
        return parts.joined(separator: ", ")
    }

    private var tiles: String {
        let figures: [(String, String)] = [
            (
                report.microF1 == nil ? "accuracy" : "exact match",
                Self.interval(report.accuracy, report.accuracyInterval)
            ),
            ("macro-F1", Self.interval(report.macroF1, report.macroF1Interval)),
            ("log loss", Self.figure(report.logLoss)), ("Brier score", Self.figure(report.brierScore)),
            ("calibration error, debiased", Self.figure(report.calibration.debiasedError)),
            ("coverage", Self.percent(report.coverage)),
            ("selective accuracy", Self.percent(report.selectiveAccuracy)),
            ("area under the risk-coverage curve", Self.figure(report.riskCurve.area)),
        ]
        let micro = report.microF1.map { [("micro-F1", Self.percent($0))] } ?? []
        return "<div class=\"tiles\">"
            + (figures + micro).map { "<div class=\"tile\"><b>\($0.1)</b><span>\($0.0)</span></div>" }
            .joined()
            + "</div>"
    }

    private var variants: String {
        HTMLPage.table(
            ["", "all texts", "macro-F1"] + report.byLength.map(\.name),
            shown.map { variant in
                [
                    HTMLPage.escaped(variant.classifier), Self.percent(variant.accuracy),
                    Self.figure(variant.macroF1),
                ] + variant.byLength.map { $0.accuracy.map(Self.percent) ?? "-" }
            })
    }

    private func comparisonTable(_ comparison: MeasurementResult.Comparison) -> String {
        let counts = comparison.counts
        let table = HTMLPage.table(
            ["", "\(HTMLPage.escaped(comparison.name)) correct", "wrong"],
            [
                ["this model correct", "\(counts.bothRight)", "\(counts.onlySecondRight)"],
                ["wrong", "\(counts.onlyFirstRight)", "\(counts.bothWrong)"],
            ])
        return table + "<p>\(HTMLPage.escaped(ComparisonPhrase.sentence(comparison)))</p>"
    }

    private var periods: String {
        HTMLPage.table(
            ["from", "to", "learned", "texts", "accuracy", "macro-F1"],
            result.periods.map { period in
                [
                    period.times.from, period.times.to, "\(period.learned)", "\(period.figures.texts)",
                    period.figures.accuracy.map(Self.percent) ?? "-",
                    period.figures.macroF1.map(Self.figure) ?? "-",
                ]
            })
    }

    private var guarantees: String {
        HTMLPage.table(
            ["max. error", "label", "threshold", "accepted", "errors", "95 % bound"],
            result.guarantees.map { guarantee in
                let found = guarantee.found
                let isKept = found.outcome == .guaranteed
                return [
                    Self.percent(found.maxError), HTMLPage.escaped(guarantee.category?.rawValue ?? "all"),
                    isKept ? Self.figure(found.threshold) : HTMLPage.escaped(GuaranteeText.outcome(found)),
                    isKept ? Self.percent(found.coverage) : "-", isKept ? "\(found.errors)" : "-",
                    isKept ? Self.percent(found.bound) : "-",
                ]
            })
            + GuaranteeText.scopes(result.guarantees).map { "<p>\(HTMLPage.escaped($0))</p>" }.joined()
    }

    private func confusion(_ matrix: ConfusionMatrix) -> String {
        let names = matrix.taxonomy.categories.map { HTMLPage.escaped($0.rawValue) }
        var html = "<div class=\"wide\"><table><thead><tr><th>actual \\ predicted</th>"
        html += names.map { "<th>\($0)</th>" }.joined() + "</tr></thead><tbody>\n"
        for (row, counts) in matrix.counts.enumerated() {
            let support = max(1, counts.reduce(0, +))
            html += "<tr><td>\(names[row])</td>"
            for (column, count) in counts.enumerated() {
                // The color depth shows the share of the row. Correct and wrong predictions have different
                // colors.
                let depth = DecimalText.fixed(Double(count) / Double(support) * 65, 0)
                let color = row == column ? "--c2" : "--bad"
                html += "<td style=\"background:color-mix(in srgb, var(\(color)) \(depth)%, transparent)\">"
                html += (count == 0 ? "·" : DecimalText.grouped(count)) + "</td>"
            }
            html += "</tr>\n"
        }
        return html + "</tbody></table></div>"
    }

    private var categories: String {
        HTMLPage.table(
            ["label", "precision", "recall", "F1", "texts"],
            report.categories.map { row in
                [
                    HTMLPage.escaped(row.category.rawValue), Self.percent(row.precision),
                    row.support == 0 ? "-" : Self.percent(row.recall),
                    row.support == 0 ? "-" : Self.percent(row.f1), DecimalText.grouped(row.support),
                ]
            })
    }

    private var reliability: String {
        var plane = ChartPlane(across: .percent("probability"), up: .percent("accuracy"))
        for range in report.calibration.ranges where range.texts > 0 {
            plane.addBar(
                from: range.lower, to: range.upper, height: range.accuracy, color: 0,
                says:
                    "\(DecimalText.counted(range.texts, "text")): probability \(Self.percent(range.meanProbability)), accuracy \(Self.percent(range.accuracy))"
            )
        }
        plane.addReferenceLine(from: (0, 0), to: (1, 1))
        return plane.svg(label: "Accuracy by predicted probability")
    }

    private var risk: String {
        let highest = shown.flatMap { $0.riskCurve.points.map(\.risk) }.max() ?? 0
        var plane = ChartPlane(
            across: .percent("coverage"),
            up: .percent("error rate", upper: max(0.02, highest * 1.05)))
        for (index, variant) in shown.enumerated() {
            plane.addLine(variant.riskCurve.points.map { ($0.coverage, $0.risk) }, color: index)
        }
        return plane.svg(label: "Error rate by coverage", names: shown.map(\.classifier))
    }

    private var groups: String {
        func rows(_ groups: [EvaluationReport.GroupFigures]) -> [[String]] {
            groups.filter { $0.texts > 0 }.map {
                [
                    HTMLPage.escaped($0.name), DecimalText.grouped($0.texts),
                    $0.accuracy.map(Self.percent) ?? "-", $0.macroF1.map(Self.figure) ?? "-",
                ]
            }
        }
        let titles = ["texts", "accuracy", "macro-F1"]
        return "<div class=\"pair\">"
            + HTMLPage.table(["length"] + titles, rows(report.byLength))
            + HTMLPage.table(["script"] + titles, rows(report.byScript)) + "</div>"
    }

    private static func figure(_ number: Double) -> String { DecimalText.fixed(number, 4) }
    private static func percent(_ share: Double) -> String { DecimalText.fixed(share * 100, 1) + "\u{202F}%" }
    private static func interval(_ share: Double, _ interval: ConfidenceInterval) -> String {
        "\(percent(share)) <small>± \(DecimalText.fixed(interval.halfWidth * 100, 1))</small>"
    }
}
