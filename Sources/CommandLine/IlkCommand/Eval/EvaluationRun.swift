import FoundationEssentials
import Ilk
import IlkConsole
import IlkLearning
import IlkPipeline
import IlkRules
import IlkVerdictConsole
import IlkVocabulary

/// One run of `ilk eval`.
struct EvaluationRun {
    /// The settings of a cross-validation that leaves out sources.
    struct SourceCrossValidation {
        /// The file with the source of each line, or `nil` if the lines contain their sources.
        var sources: String?
        /// The number of models.
        var folds = 5
        /// The files of texts that every model is trained on.
        var learned: [String] = []
    }

    /// The settings of a measurement on successive periods, each with a model that is trained on the earlier
    /// periods.
    struct ProgressiveValidation {
        /// The number of models.
        var models = 5
        /// The files of texts that every model is trained on.
        var learned: [String] = []
    }

    /// The files with labeled texts.
    var files: [String]
    /// The format of the texts, and the handling of invalid texts.
    var input = LabeledInputSettings()
    /// The rules and the model, without thresholds.
    var assembly: PipelineAssembly
    /// The minimum probabilities of a prediction.
    var thresholds = ThresholdSettings()
    /// `true` to measure rules alone, the model alone and both.
    var isAblation = false
    /// A second model for the same texts, as a file or a version, or `nil` for none.
    var compared: String?
    /// The settings of a cross-validation by source, or `nil` to measure an existing classifier.
    var leftOut: SourceCrossValidation?
    /// The settings of a measurement on successive periods, or `nil`. If it is set, ``input`` names the field
    /// with the times.
    var progressive: ProgressiveValidation?
    /// The file with the costs of wrong predictions and abstentions, or `nil`.
    var costs: String?
    /// The error rates to guarantee.
    var guarantees = GuaranteeSettings()
    /// The destination for the thresholds of the first error rate, or `nil` to save none.
    var saved: OutputTarget?
    /// The minimum macro-F1 for success, or `nil` for no minimum.
    var minimumF1: Double?
    var format = ReportFormat.text
    /// The maximum number of threads that classify texts.
    var threads = 1
    let console: Console

    /// Measures, saves the thresholds, and writes the report.
    ///
    /// - Throws: `badInput` if there are no texts, `checkFailed` if macro-F1 is too small, `partlyDone` if
    ///   lines or texts were skipped, and errors of reading and writing.
    func run() throws {
        let result = try measure()
        try save(result)
        switch format {
        case .json: try console.write(json: result.fields)
        case .html: console.output.append(MeasurementPage(result: result).html)
        case .text: console.output.append(MeasurementText(style: console.style).text(result))
        }
        try console.output.flush()
        if let minimumF1, result.report.macroF1 < minimumF1 {
            throw CommandError(
                .checkFailed,
                "macro-F1 \(DecimalText.fixed(result.report.macroF1, 4)) is below \(minimumF1) (--min-f1)")
        }
        if result.skipped > 0 { throw CommandError(.partlyDone, "") }
    }

    private func measure() throws -> MeasurementResult {
        var assembly = assembly
        let guarantee = try thresholds.apply(to: &assembly)
        if let progressive {
            try assembly.labelSet?.requireOneLabel(for: "--by-time")
            return try measure(
                progressive, on: try read(files), learning: try readLearned(progressive.learned),
                beside: assembly)
        }
        guard let leftOut else {
            let reloadable = try ReloadablePipeline(assembly)
            let pipeline = reloadable.current
            try thresholds.check(pipeline, guarantee)
            let isMultilabel = pipeline.taxonomy.isMultilabel
            if isMultilabel, !guarantees.maxErrors.isEmpty || costs != nil {
                let option = costs == nil ? "--max-error" : "--costs"
                throw CommandError(
                    .badConfiguration,
                    "\(option) requires one label for each text, but the model is multi-label",
                    hint: "remove \(option), or choose a taxonomy with one label for each text")
            }
            console.warn(of: reloadable)
            return try measure(assembly, on: try read(files, labels: isMultilabel ? .any : .one))
        }
        try assembly.labelSet?.requireOneLabel(for: "--group-by")
        let input = try read(files, sources: leftOut.sources)
        return try measure(
            leftOut.folds, on: input, learning: try readLearned(leftOut.learned), beside: assembly)
    }

    private func readLearned(_ files: [String]) throws(CommandError) -> LabeledInput {
        guard !files.isEmpty else { return LabeledInput() }
        var input = self
        input.input.fields = input.input.fields.adding(time: nil)
        return try input.read(files)
    }

    /// Returns the cost of an evaluation for each threshold, or `nil` without a file of costs.
    ///
    /// - Throws: `badConfiguration` if the file is invalid, or `noInput` if the file cannot be read.
    func sweep(_ evaluation: Evaluation?, _ taxonomy: Taxonomy) throws -> CostSweep? {
        guard let costs, let evaluation else { return nil }
        let bytes = try console.read(InputFile.named([costs])[0]).bytes
        let result = PredictionCostReader.read(RuleSource(name: costs, bytes: bytes), taxonomy: taxonomy)
        if let costs = result.costs { return evaluation.sweep(costs) }
        throw CommandError(
            IlkError(.configuration, result.diagnostics.map(\.description).joined(separator: "\n")))
    }

    private func read(
        _ files: [String], sources: String? = nil, labels: LabeledTextReader.LabelRequirement = .one
    ) throws(CommandError) -> LabeledInput {
        var input = try LabeledInput.read(
            files, sources: sources, settings: input, labels: labels, console: console)
        let ignored = assembly.labelSet.map { input.relabel(by: $0) } ?? 0
        if ignored > 0 { console.note(RegistrationPhrases.ignored(ignored)) }
        return input
    }

    private func save(_ result: MeasurementResult) throws {
        guard let saved, let provenance = result.provenance,
            let maxError = guarantees.maxErrors.first
        else { return }
        let found = GuaranteedThresholds(
            result.guarantees.map { ($0.category, $0.found) }, maxError: maxError, of: provenance)
        try saved.write(Array(try JSONEncoder.deterministic(isPretty: true).encode(found)) + [0x0A])
    }
}
