import IlkConsole
import Ilk
import IlkLearning
import IlkModels
import IlkRules
import IlkVerdictConsole
import IlkVocabulary

extension EvaluationRun {
    /// Cross-validates by source: measures each model on texts whose sources were left out of its training.
    ///
    /// - Parameters:
    ///   - folds: The number of models.
    ///   - input: The texts to train on and to measure. Each has a source.
    ///   - always: The texts that every model is trained on.
    ///   - assembly: The rules, the thresholds, and the type of the classifier to report first.
    /// - Throws: `badInput` if a text has no source, or no category has two sources. Also the errors of
    ///   ``rules(of:for:)``.
    func measure(
        _ folds: Int, on input: LabeledInput, learning always: LabeledInput,
        beside assembly: PipelineAssembly
    ) throws -> MeasurementResult {
        let sources = Set(input.texts.compactMap(\.source))
        guard !input.texts.isEmpty else { throw input.noTexts(to: "measure") }
        try checkSources(input.texts)
        let taxonomy = TrainingRun.taxonomy(of: input.texts + always.texts, name: nil)
        let ruleSet = try rules(of: assembly, for: taxonomy)
        let measured = try LeaveOneSourceOutEvaluation(
            ruleSet: ruleSet ?? Self.noRules(taxonomy), settings: BayesSettings(), folds: folds,
            thresholds: assembly.thresholds
        )
        .evaluate(
            input.texts, alwaysLearning: always.texts, variants: Self.variants(hasRules: ruleSet != nil),
            progress: { try console.showStep("model", $0, of: $1) })
        console.eraseStep()
        let reports = Self.variants(hasRules: ruleSet != nil).compactMap { variant in
            measured[variant]?.report(classifier: Self.name(variant))
        }
        guard let first = reports.first else {
            throw CommandError(
                .badInput, "no label has texts from at least two sources",
                hint:
                    "specify the source of each line in its field \"source\" or in a file: --group-by FILE"
            )
        }
        let chosen = reports.first { $0.classifier == assembly.classifierType.rawValue } ?? first
        let evaluation = measured.first { Self.name($0.key) == chosen.classifier }?.value
        return MeasurementResult(
            report: chosen, variants: reports,
            guarantees: evaluation.map { guarantees.guarantees(of: $0, taxonomy: taxonomy) } ?? [],
            costs: try sweep(evaluation, taxonomy),
            leftOut: MeasurementResult.SourceFoldSummary(
                folds: folds, sources: sources.count,
                trainingOnly: always.texts.count + input.texts.count - first.texts),
            skipped: input.skippedLines + always.skippedLines)
    }

    private func checkSources(_ texts: [LabeledText]) throws(CommandError) {
        let nameless = texts.count { $0.source == nil }
        guard nameless == 0 else {
            throw CommandError(
                .badInput, "\(nameless) of \(texts.count) lines have no source",
                hint: "list the sources in a file, one per line: --group-by FILE")
        }
    }

    /// Returns the rules for the labels of the texts, or `nil` if there are none or the classifier uses none.
    ///
    /// - Throws: `badConfiguration` if the rules alone are measured but there are none, or if a threshold
    ///   names an unknown label. Also errors of reading the rules.
    func rules(of assembly: PipelineAssembly, for taxonomy: Taxonomy) throws -> RuleSet? {
        try thresholds.check(taxonomy)
        guard assembly.classifierType.usesRules else { return nil }
        let ruleSet = try assembly.loadRules(taxonomy: taxonomy)
        guard ruleSet != nil || assembly.classifierType != .rules else {
            throw CommandError(
                .badConfiguration, "no rules predict the labels of the texts",
                hint: "specify rules with --rules FOLDER, or remove the option '--classifier rules'")
        }
        return ruleSet
    }

    static func noRules(_ taxonomy: Taxonomy) throws(CommandError) -> RuleSet {
        guard let none = RulePack.load(sources: [], taxonomy: taxonomy).ruleSet else {
            throw CommandError(.bug, "the empty rule set does not compile")
        }
        return none
    }

    private static func variants(hasRules: Bool) -> [LeaveOneSourceOutEvaluation.Variant] {
        hasRules
            ? [.fused, .bayes, .rules, .unigramsAndSkeletonBigrams] : [.bayes, .unigramsAndSkeletonBigrams]
    }

    static func name(_ variant: LeaveOneSourceOutEvaluation.Variant) -> String {
        variant == .unigramsAndSkeletonBigrams ? "unigrams and skeleton bigrams" : variant.rawValue
    }
}
