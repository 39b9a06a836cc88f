import IlkVerdictConsole
import IlkConsole
import Ilk
import IlkLearning
import IlkPipeline
import IlkVocabulary

extension EvaluationRun {
    /// Measures an existing classifier.
    ///
    /// - Throws: `badInput` if there are no texts, or a text has an unknown label and the policy is to stop.
    func measure(_ assembly: PipelineAssembly, on input: LabeledInput) throws -> MeasurementResult {
        let pipelines = try isAblation ? Self.ablated(assembly) : [try assembly.pipeline()]
        guard let first = pipelines.first else { throw CommandError(.bug, "nothing to measure") }
        let texts = try input.known(to: first.taxonomy, by: "the classifier", telling: console)
        let evaluations = try pipelines.map { try evaluate($0, texts) }
        let names = pipelines.map(\.classifier.provenance.classifier)
        let chosen = names.firstIndex(of: assembly.classifierType.rawValue) ?? names.count - 1
        let reports = zip(evaluations, names).map { $0.report(classifier: $1) }
        return MeasurementResult(
            report: reports[chosen], variants: isAblation ? reports : [],
            comparison: try comparison(assembly, evaluations[chosen], first.taxonomy, texts),
            guarantees: guarantees.guarantees(of: evaluations[chosen], taxonomy: first.taxonomy),
            costs: try sweep(evaluations[chosen], first.taxonomy),
            skipped: input.skippedLines + input.texts.count - texts.count,
            provenance: pipelines[chosen].classifier.provenance)
    }

    private func evaluate(_ pipeline: Pipeline, _ texts: [LabeledText]) throws -> Evaluation {
        var progress = ProgressLine("texts", total: texts.count, on: console)
        defer { progress.erase() }
        return try Evaluator().evaluate(pipeline, on: texts, threads: threads) { try progress.show($0) }
    }

    /// Measures a second model on the same texts.
    ///
    /// - Throws: `badConfiguration` if the second model has other categories.
    private func comparison(
        _ assembly: PipelineAssembly, _ evaluation: Evaluation, _ taxonomy: Taxonomy, _ texts: [LabeledText]
    ) throws -> MeasurementResult.Comparison? {
        guard let compared else { return nil }
        var other = assembly
        other.model = ClassifierOptions.model(compared)
        let pipeline = try other.pipeline()
        guard pipeline.taxonomy.categories == taxonomy.categories else {
            let labels = pipeline.taxonomy.categories.map(\.rawValue).joined(separator: ", ")
            throw CommandError(
                .badConfiguration,
                "the model of --compare predicts other labels (\(labels)) than the measured model",
                hint: "compare with a model of the taxonomy \(taxonomy.name)")
        }
        let found = try evaluate(pipeline, texts)
        return MeasurementResult.Comparison(
            name: compared, report: found.report(classifier: pipeline.classifier.provenance.classifier),
            counts: found.compared(with: evaluation))
    }

    /// Returns the pipelines of the rules alone, the model alone, and both.
    private static func ablated(_ assembly: PipelineAssembly) throws -> [Pipeline] {
        var both = assembly
        both.classifierType = .fused
        let whole = try both.pipeline()
        let parts = whole.classifier.components
        guard let model = parts.model else {
            throw CommandError(
                .badConfiguration,
                "--ablation requires a model, but no model predicts the labels of the rules",
                hint: "specify a model with --model FILE")
        }
        guard let rules = parts.rules else {
            throw CommandError(
                .badConfiguration,
                "--ablation requires rules, but no rules predict the labels of the model",
                hint: "specify rules with --rules FOLDER")
        }
        return [assembly.pipeline(by: rules), assembly.pipeline(by: model), whole]
    }
}
