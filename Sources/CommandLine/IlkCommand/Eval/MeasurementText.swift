import IlkVocabulary
import IlkConsole
import IlkLearning

/// A measurement as human-readable text.
struct MeasurementText {
    let style: Style

    /// Returns the figures of one classifier in full, with one row for each classifier compared with it.
    func text(_ result: MeasurementResult) -> String {
        var parts = [head(result), summary(result.report)]
        if !result.variants.isEmpty {
            parts.append(variants("accuracy", result.variants, overall: \.accuracy, group: \.accuracy))
            parts.append(variants("macro-F1", result.variants, overall: \.macroF1, group: \.macroF1))
        }
        if let comparison = result.comparison { parts.append(ComparisonPhrase.sentence(comparison) + "\n") }
        if !result.guarantees.isEmpty { parts.append(guarantees(result.guarantees)) }
        if let costs = result.costs { parts.append(self.costs(costs)) }
        if !result.periods.isEmpty { parts.append(periods(result.periods)) }
        parts.append(categories(result.report))
        if let matrix = result.report.confusion { parts.append(confusion(matrix)) }
        parts.append(groups("length", result.report.byLength))
        // If all texts have one script, the first line names it.
        if result.report.byScript.count > 1 { parts.append(groups("script", result.report.byScript)) }
        return parts.joined(separator: "\n")
    }

    private func head(_ result: MeasurementResult) -> String {
        var line = "\(result.report.classifier) on \(DecimalText.counted(result.report.texts, "text"))"
        if let leftOut = result.leftOut {
            line +=
                " from \(DecimalText.counted(leftOut.sources, "source")), each held out (\(leftOut.folds) folds)"
        }
        if !result.periods.isEmpty {
            line += ", each trained on all earlier texts (\(result.periods.count) models)"
        }
        if let folds = result.folds { line += ", cross-validated (\(folds) folds)" }
        return style.paint(line, .strong) + "\n"
    }

    private func summary(_ report: EvaluationReport) -> String {
        var table = Table([.init(""), .init("", .right), .init("", tone: .faint)])
        let isMultilabel = report.microF1 != nil
        table.add([
            isMultilabel ? "exact match" : "accuracy", Self.figure(report.accuracy),
            Self.range(report.accuracyInterval),
        ])
        if let microF1 = report.microF1 { table.add(["micro-F1", Self.figure(microF1)]) }
        table.add(["macro-F1", Self.figure(report.macroF1), Self.range(report.macroF1Interval)])
        table.add(["log loss", Self.figure(report.logLoss)])
        table.add(["Brier score", Self.figure(report.brierScore)])
        let calibration = report.calibration
        table.add([
            "calibration error", Self.figure(calibration.expectedError),
            "debiased: \(Self.figure(calibration.debiasedError)); expected by chance: \(Self.figure(calibration.expectedErrorByChance))",
        ])
        table.add(["coverage", Self.figure(report.coverage)])
        table.add([
            isMultilabel ? "selective exact match" : "selective accuracy",
            Self.figure(report.selectiveAccuracy),
        ])
        var last = Double.infinity
        for coverage in [0.5, 0.8, 0.9, 0.95] {
            guard let point = report.riskCurve.points.first(where: { $0.coverage >= coverage }),
                point.threshold < last
            else { continue }
            last = point.threshold
            table.add([
                "error of the top \(DecimalText.fixed(coverage * 100, 0)) %", Self.figure(point.risk),
                "probability of at least \(Self.figure(point.threshold))",
            ])
        }
        return table.rendered(style)
    }

    /// Returns a table of one metric, such as accuracy: a row for each classifier, and columns for all texts
    /// and for texts of each length.
    private func variants(
        _ title: String, _ reports: [EvaluationReport], overall: (EvaluationReport) -> Double,
        group: (EvaluationReport.GroupFigures) -> Double?
    ) -> String {
        let lengths = reports.first?.byLength ?? []
        var table = Table(
            [.init(title), .init("all texts", .right)] + lengths.map { Table.Column($0.name, .right) })
        for report in reports {
            table.add(
                [report.classifier, Self.figure(overall(report))]
                    + report.byLength.map { group($0).map(Self.figure) ?? "-" })
        }
        return table.rendered(style)
    }

    private func categories(_ report: EvaluationReport) -> String {
        var table = Table([
            .init("label"), .init("precision", .right), .init("recall", .right), .init("F1", .right),
            .init("support", .right),
        ])
        for row in report.categories {
            // Without texts, recall and F1 are undefined.
            let isAbsent = row.support == 0
            table.add([
                row.category.rawValue, Self.figure(row.precision), isAbsent ? "-" : Self.figure(row.recall),
                isAbsent ? "-" : Self.figure(row.f1), DecimalText.grouped(row.support),
            ])
        }
        return table.rendered(style)
    }

    /// Returns a table with a row for each actual category and a column for each predicted category.
    private func confusion(_ matrix: ConfusionMatrix) -> String {
        let names = matrix.taxonomy.categories.map(\.rawValue)
        var table = Table([.init("actual \\ predicted")] + names.map { Table.Column($0, .right) })
        for (name, row) in zip(names, matrix.counts) {
            table.add([name] + row.map { $0 == 0 ? "." : DecimalText.grouped($0) })
        }
        return table.rendered(style)
    }

    private func costs(_ sweep: CostSweep) -> String {
        var table = Table(
            [.init(CostTable.columns[0])] + CostTable.columns.dropFirst().map { .init($0, .right) })
        for row in CostTable.rows(sweep) { table.add(row) }
        return table.rendered(style) + CostTable.sentence(sweep) + "\n"
    }

    private func periods(_ periods: [MeasurementResult.Period]) -> String {
        var table = Table([
            .init("from"), .init("to"), .init("learned", .right), .init("texts", .right),
            .init("accuracy", .right), .init("macro-F1", .right),
        ])
        for period in periods {
            table.add([
                period.times.from, period.times.to, DecimalText.grouped(period.learned),
                DecimalText.grouped(period.figures.texts), period.figures.accuracy.map(Self.figure) ?? "-",
                period.figures.macroF1.map(Self.figure) ?? "-",
            ])
        }
        return table.rendered(style)
    }

    private func guarantees(_ guarantees: [MeasurementResult.Guarantee]) -> String {
        var table = Table([
            .init("max. error", .right), .init("label"), .init("accepted", .right),
            .init("errors", .right),
            .init("95 % bound", .right), .init("threshold"),
        ])
        for guarantee in guarantees {
            let found = guarantee.found
            let isKept = found.outcome == .guaranteed
            table.add([
                Self.figure(found.maxError), guarantee.category?.rawValue ?? "all",
                isKept ? Self.figure(found.coverage) : "-", isKept ? DecimalText.grouped(found.errors) : "-",
                isKept ? Self.figure(found.bound) : "-", GuaranteeText.outcome(found),
            ])
        }
        let scopes = GuaranteeText.scopes(guarantees).map { $0 + "\n" }.joined()
        return table.rendered(style) + scopes + options(guarantees)
    }

    /// Returns the options of `ilk classify` for the thresholds, one line for each error rate.
    private func options(_ guarantees: [MeasurementResult.Guarantee]) -> String {
        var text = ""
        var rest = guarantees[...]
        while let first = rest.first {
            let one = rest.prefix { $0.found.maxError == first.found.maxError }
            rest = rest.dropFirst(one.count)
            guard one.contains(where: { $0.found.outcome == .guaranteed }) else { continue }
            text += "\(first.found.maxError): ilk classify \(GuaranteeText.options(Array(one)))\n"
        }
        return text
    }

    private func groups(_ title: String, _ groups: [EvaluationReport.GroupFigures]) -> String {
        var table = Table([
            .init(title), .init("texts", .right), .init("accuracy", .right), .init("macro-F1", .right),
        ])
        for group in groups {
            table.add([
                group.name, DecimalText.grouped(group.texts),
                group.accuracy.map(Self.figure) ?? "-", group.macroF1.map(Self.figure) ?? "-",
            ])
        }
        return table.rendered(style)
    }

    private static func range(_ interval: ConfidenceInterval) -> String {
        "\(figure(interval.lower)) to \(figure(interval.upper))"
    }

    private static func figure(_ number: Double) -> String { DecimalText.fixed(number, 4) }
}
