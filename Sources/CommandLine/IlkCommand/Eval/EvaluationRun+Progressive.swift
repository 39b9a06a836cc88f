import Ilk
import IlkConsole
import IlkLearning
import IlkModels
import IlkPipeline
import IlkVerdictConsole
import IlkVocabulary

extension EvaluationRun {
    /// Measures on successive periods. For each period except the first, trains a model on all earlier texts
    /// and measures it on the texts of the period.
    ///
    /// - Parameters:
    ///   - settings: The number of models, which is one less than the number of periods.
    ///   - input: The texts to train on and to measure, with their times.
    ///   - always: The texts that every model is trained on.
    ///   - assembly: The rules, the thresholds, and the type of the classifier to measure.
    /// - Throws: `badInput` if there are no texts, if all texts have the same time, or if the earliest texts
    ///   have only one label. Also the errors of ``rules(of:for:)``.
    func measure(
        _ settings: ProgressiveValidation, on input: LabeledInput, learning always: LabeledInput,
        beside assembly: PipelineAssembly
    ) throws -> MeasurementResult {
        let periods = try periods(settings, input, always)
        let taxonomy = TrainingRun.taxonomy(of: input.texts + always.texts, name: nil)
        let ruleSet = try rules(of: assembly, for: taxonomy)
        let variant = variant(assembly.classifierType, hasRules: ruleSet != nil)
        let measured = try LeaveOneSourceOutEvaluation(
            ruleSet: ruleSet ?? Self.noRules(taxonomy), settings: BayesSettings(),
            thresholds: assembly.thresholds
        )
        .evaluateProgressively(
            periods.map { $0.texts.map { input.texts[$0] } }, alwaysLearning: always.texts, variant: variant,
            progress: { try console.showStep("model", $0, of: $1) })
        console.eraseStep()
        var all = Evaluation(taxonomy: taxonomy)
        var learned = always.texts.count
        var rows: [MeasurementResult.Period] = []
        for ((before, period), evaluation) in zip(zip(periods, periods.dropFirst()), measured) {
            all.merge(evaluation)
            learned += before.texts.count
            rows.append(
                MeasurementResult.Period(
                    start: period.start, end: period.end, learned: learned,
                    figures: evaluation.figures(named: "")))
        }
        return MeasurementResult(
            report: all.report(classifier: Self.name(variant)),
            guarantees: guarantees.guarantees(of: all, taxonomy: taxonomy),
            costs: try sweep(all, taxonomy), periods: rows,
            skipped: input.skippedLines + always.skippedLines)
    }

    private func variant(
        _ type: PipelineAssembly.ClassifierType, hasRules: Bool
    ) -> LeaveOneSourceOutEvaluation.Variant {
        switch type {
        case .rules where hasRules: .rules
        case .fused where hasRules: .fused
        default: .bayes
        }
    }

    private func periods(
        _ settings: ProgressiveValidation, _ input: LabeledInput, _ always: LabeledInput
    ) throws(CommandError) -> [TimePeriods.Period] {
        guard !input.texts.isEmpty else { throw input.noTexts(to: "measure") }
        guard input.times.count == input.texts.count else {
            throw CommandError(
                .badInput, "the texts have no times",
                hint: "name a field of JSON Lines, or a column of CSV or TSV, with: --by-time FIELD")
        }
        let periods = TimePeriods(times: input.times, count: settings.models + 1).periods
        guard periods.count > 1 else {
            throw CommandError(
                .badInput, "all texts have the same time, \(RecordTime.text(input.times[0]))",
                hint: "--by-time requires texts with at least two different times")
        }
        let first = periods[0].texts.map { input.texts[$0] } + always.texts
        guard Set(first.map(\.category)).count > 1 else {
            throw CommandError(
                .badInput,
                "the texts up to \(RecordTime.text(periods[0].end)) have only one label; "
                    + "the first model is trained on these texts and requires two labels",
                hint: "use a lower number with --folds, or add texts with --always-train")
        }
        return periods
    }
}
