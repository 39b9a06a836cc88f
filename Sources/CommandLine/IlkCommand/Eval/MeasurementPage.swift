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
                "Rules and model", note: "Accuracy of each on the same texts, by their length.", variants)
        }
        if let comparison = result.comparison {
            page.add("Beside another model", comparisonTable(comparison))
        }
        if !result.guarantees.isEmpty {
            page.add(
                "Promised errors",
                note:
                    "Which answers may be accepted so that no more than the promised share of them is wrong.",
                promises)
        }
        page.add(
            "What is taken for what",
            note: "A row for each category that a text has, a column for each it was given.",
            confusion)
        page.add("Categories", categories)
        page.add(
            "What the probabilities are worth",
            note:
                "Left: what was right among the texts of one stated probability; on the dashed line all is as stated. "
                + "Right: the errors that remain when only the surest answers are taken.",
            "<div class=\"pair\">\(reliability)\(risk)</div>")
        page.add("Length and script", groups)
        return page.html
    }

    private var subtitle: String {
        var parts: [String] = []
        if let leftOut = result.leftOut {
            parts.append(
                "\(DecimalText.counted(leftOut.sources, "source")), each left out of what was learned (\(leftOut.folds) folds)"
            )
        }
        if let model = result.provenance?.modelDigest { parts.append("model \(model.prefix(12))") }
        if let rules = result.provenance?.ruleSetDigest { parts.append("rules \(rules.prefix(12))") }
        return parts.joined(separator: ", ")
    }

    private var tiles: String {
        let figures: [(String, String)] = [
            ("accuracy", Self.interval(report.accuracy, report.accuracyInterval)),
            ("macro-F1", Self.interval(report.macroF1, report.macroF1Interval)),
            ("log loss", Self.figure(report.logLoss)), ("Brier score", Self.figure(report.brierScore)),
            ("calibration error, chance taken off", Self.figure(report.calibration.correctedError)),
            ("claimed", Self.percent(report.coverage)),
            ("accuracy where claimed", Self.percent(report.accuracyWhereClaimed)),
            ("area under risk and coverage", Self.figure(report.riskCurve.area)),
        ]
        return "<div class=\"tiles\">"
            + figures.map { "<div class=\"tile\"><b>\($0.1)</b><span>\($0.0)</span></div>" }.joined()
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
            ["", "\(HTMLPage.escaped(comparison.name)) right", "wrong"],
            [
                ["this one right", "\(counts.bothRight)", "\(counts.onlySecondRight)"],
                ["wrong", "\(counts.onlyFirstRight)", "\(counts.bothWrong)"],
            ])
        return table + "<p>\(HTMLPage.escaped(ComparisonPhrase.sentence(comparison)))</p>"
    }

    private var promises: String {
        HTMLPage.table(
            ["promised error", "answers", "threshold", "accepted", "wrong among them", "95 % bound"],
            result.guarantees.map { promise in
                let found = promise.found
                let isKept = found.outcome == .guaranteed
                return [
                    Self.percent(found.maxError), HTMLPage.escaped(promise.category?.rawValue ?? "all"),
                    isKept ? Self.figure(found.threshold) : HTMLPage.escaped(GuaranteeText.outcome(found)),
                    isKept ? Self.percent(found.coverage) : "-", isKept ? "\(found.errors)" : "-",
                    isKept ? Self.percent(found.bound) : "-",
                ]
            })
    }

    private var confusion: String {
        let names = report.confusion.taxonomy.categories.map { HTMLPage.escaped($0.rawValue) }
        var html = "<div class=\"wide\"><table><thead><tr><th>is, taken for</th>"
        html += names.map { "<th>\($0)</th>" }.joined() + "</tr></thead><tbody>\n"
        for (row, counts) in report.confusion.counts.enumerated() {
            let support = max(1, counts.reduce(0, +))
            html += "<tr><td>\(names[row])</td>"
            for (column, count) in counts.enumerated() {
                // The color depth shows the share of the row. Correct and wrong predictions have different
                // colors.
                let depth = DecimalText.fixed(Double(count) / Double(support) * 65, 0)
                let colour = row == column ? "--c2" : "--bad"
                html += "<td style=\"background:color-mix(in srgb, var(\(colour)) \(depth)%, transparent)\">"
                html += (count == 0 ? "·" : DecimalText.grouped(count)) + "</td>"
            }
            html += "</tr>\n"
        }
        return html + "</tbody></table></div>"
    }

    private var categories: String {
        HTMLPage.table(
            ["category", "precision", "recall", "F1", "texts"],
            report.categories.map { row in
                [
                    HTMLPage.escaped(row.category.rawValue), Self.percent(row.precision),
                    row.support == 0 ? "-" : Self.percent(row.recall),
                    row.support == 0 ? "-" : Self.percent(row.f1), DecimalText.grouped(row.support),
                ]
            })
    }

    private var reliability: String {
        var plane = ChartPlane(across: .percent("stated probability"), up: .percent("right"))
        for range in report.calibration.ranges where range.texts > 0 {
            plane.addBar(
                from: range.lower, to: range.upper, height: range.right, colour: 0,
                says:
                    "\(DecimalText.counted(range.texts, "text")): stated \(Self.percent(range.stated)), right \(Self.percent(range.right))"
            )
        }
        plane.addReferenceLine(from: (0, 0), to: (1, 1))
        return plane.svg(label: "Share of right answers by stated probability")
    }

    private var risk: String {
        let highest = shown.flatMap { $0.riskCurve.points.map(\.risk) }.max() ?? 0
        var plane = ChartPlane(
            across: .percent("answers taken"),
            up: .percent("wrong among them", upper: max(0.02, highest * 1.05)))
        for (index, variant) in shown.enumerated() {
            plane.addLine(variant.riskCurve.points.map { ($0.coverage, $0.risk) }, colour: index)
        }
        return plane.svg(label: "Errors among the surest answers", names: shown.map(\.classifier))
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
