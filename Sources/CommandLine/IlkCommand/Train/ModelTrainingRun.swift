package import Ilk
package import IlkConsole
import IlkLearning
import IlkModels
package import IlkTraining
package import IlkVerdictConsole
import IlkVocabulary

/// Trains a model from labeled texts, and reports the result.
package struct ModelTrainingRun {
    let training: ModelTraining
    let console: Console
    /// The time limit of the training run, or `nil` for none.
    let budget: TimeBudget?

    package init(training: ModelTraining, budget: TimeBudget? = nil, console: Console) {
        self.training = training
        self.budget = budget
        self.console = console
    }

    /// The maximum number of labels in the report. Further labels are only counted.
    private static let maximumListed = 50

    /// Trains a model and writes it. Equal texts in equal order give identical bytes.
    ///
    /// - Throws: `badInput` if there is no text or only one label.
    package func run(_ input: LabeledInput, output: OutputTarget) throws {
        let start = ContinuousClock.now
        let trained = try train(input.texts, try training.taxonomy(of: input.texts), share: 1)
        try output.write(trained.bytes)
        try report(
            output.path, trained, texts: input.texts.count,
            withoutLabel: input.texts.count { $0.categories.isEmpty },
            seconds: (ContinuousClock.now - start) / .seconds(1))
    }

    /// Trains a model and registers it as a version of its label set.
    ///
    /// - Throws: `badInput` if there is no text, only one label, or a label that is invalid or not in the
    ///   label set.
    func run(_ input: LabeledInput, files: [String], name: String, _ signature: ChangeAuthor) throws {
        let start = ContinuousClock.now
        let registration = ModelRegistration(
            name: name, signature: signature, folders: console.folders, check: console.checkStop)
        let report = try registration.run(
            input.texts, files: files, training, train: train)
        if report.ignored > 0 { console.note(RegistrationPhrases.ignored(report.ignored)) }
        if report.leftOut > 0 {
            console.note(
                "left out \(DecimalText.counted(report.leftOut, "text")) of the regression set: "
                    + "models are measured on it")
        }
        try self.report(
            name, report.trained, texts: report.texts, withoutLabel: report.withoutLabel,
            seconds: (ContinuousClock.now - start) / .seconds(1))
        for line in RegistrationPhrases.lines(of: report) { console.note(line) }
    }

    /// Cross-validates, and writes the predictions for held-out texts.
    ///
    /// - Throws: `badInput` if there is no text, only one label, or fewer distinct texts than folds.
    package func crossValidate(_ input: LabeledInput, folds: Int, format: OutputFormat) throws {
        let taxonomy = try training.taxonomy(of: input.texts)
        let most = TextFolds(input.texts, count: folds, bySource: false).count
        guard folds <= most else {
            throw CommandError(
                .badInput,
                "too few distinct texts for \(folds) folds: only \(most) among "
                    + DecimalText.counted(input.texts.count, "text"),
                hint: "use at most --cross-validate \(most)")
        }
        let evaluation = try CrossValidation(folds: folds)
            .evaluate(
                input.texts, taxonomy: taxonomy, progress: { try console.showStep("model", $0, of: $1) }
            ) {
                try training.train($0, taxonomy) { _ in try console.checkStop() }.bytes
            }
        console.eraseStep()
        let result = MeasurementResult(
            report: evaluation.report(classifier: training.kind.rawValue), folds: folds,
            skipped: input.skippedLines)
        try console.write(one: result.fields, as: format) {
            MeasurementText(style: console.style).text(result)
        }
    }

    /// Writes the label issues: texts for which a model trained on the other texts predicts another label.
    /// Naive Bayes leaves out one text at a time, a linear model one fifth of the texts.
    ///
    /// - Throws: `badInput` if there is no text, only one label, or too few texts to leave any out.
    func listLabelIssues(_ input: LabeledInput, top: Int, format: OutputFormat) throws {
        let taxonomy = try training.taxonomy(of: input.texts)
        let found = try labelIssues(input.texts, taxonomy)
        try LabelIssueList(found: found, input: input, top: top).write(format, to: console)
    }

    private func labelIssues(_ texts: [LabeledText], _ taxonomy: Taxonomy) throws -> LabelIssues {
        var progress = ProgressLine("texts", total: texts.count, on: console)
        defer { progress.erase() }
        let found =
            training.kind == .linear
            ? try LabelIssues(
                among: texts, run: LinearTrainingRun(taxonomy: taxonomy, settings: training.linear)
            ) { try progress.show($0) }
            : try LabelIssues(
                among: texts, taxonomy: taxonomy, settings: training.bayes, search: training.search
            ) { try progress.show($0) }
        try console.checkStop()
        guard found.texts > 0 else {
            throw CommandError(
                .badInput, "there are too few texts for cross-validation: \(texts.count)",
                hint: "use '--kind bayes', which requires only two texts")
        }
        return found
    }

    private func train(
        _ texts: [LabeledText], _ taxonomy: Taxonomy, share: Double
    ) throws -> TrainedModel {
        var progress = TrainingProgress(texts.count, on: console)
        defer { progress.erase() }
        let trained = try training.train(texts, taxonomy, budget: budget, share: share) {
            try progress.show($0)
        }
        try console.checkStop()
        return trained
    }

    private func report(
        _ output: String, _ trained: TrainedModel, texts: Int, withoutLabel: Int, seconds: Double
    ) throws {
        // Read the model again, as a check of the output.
        let model = try ModelReader.read(ModelStorage(copying: trained.bytes))
        var categories = zip(model.taxonomy.categories, model.documents).prefix(Self.maximumListed)
            .map { "\($0) \(DecimalText.grouped($1))" }.joined(separator: ", ")
        if model.taxonomy.count > Self.maximumListed {
            categories += ", ... \(DecimalText.grouped(model.taxonomy.count)) labels in all"
        }
        if model.taxonomy.isMultilabel {
            categories += "; no label \(DecimalText.grouped(withoutLabel))"
        }
        console.note(
            "\(output): \(DecimalText.counted(texts, "text")) (\(categories)), "
                + "\(DecimalText.grouped(model.featureCount)) features\(model.kind == .linear ? ", linear" : ""), \(DecimalText.size(trained.bytes.count)), "
                + "\(DecimalText.fixed(seconds, 1)) s")
        for remark in TrainingRemark.lines(of: trained, isMultilabel: training.isMultilabel) {
            console.note(remark)
        }
        if model.featureCount == 0 { console.note(TrainingRemark.ofNoFeatures) }
        if model.kind == .linear { console.note(TrainingRemark.ofLinear) }
        if let model = model as? BayesModel, !model.hasCounts { console.note(TrainingRemark.ofStripped) }
    }
}
