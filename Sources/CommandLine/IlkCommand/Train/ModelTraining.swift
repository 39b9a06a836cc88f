package import IlkVerdictConsole
package import IlkTraining
package import IlkConsole
package import Ilk
import IlkLearning
package import IlkModels
import IlkRules
import IlkVocabulary

/// Trains a model file from labeled texts and reports the result.
package struct ModelTraining {
    package var kind = TrainingKind.bayes
    package var bayes = BayesSettings()
    /// The search for better settings of naive Bayes, or `nil` to use them unchanged.
    package var search: BayesSearch? = BayesSearch()
    package var linear = LinearSettings()
    /// The options of the model file.
    package var fileOptions = ModelFileOptions()
    /// The rules that complement the model.
    package var rules = RuleStack.default
    /// The name of the taxonomy, or `nil` for the document types if all labels are document types.
    package var taxonomyName: String?
    /// `true` if a text can have several labels or none. The model is linear.
    package var isMultilabel = false
    package var console: Console

    /// Creates the training of a naive Bayes model with the default settings.
    package init(taxonomyName: String?, console: Console) {
        self.taxonomyName = taxonomyName
        self.console = console
    }

    /// The maximum number of labels in the report. The report only counts further labels.
    private static let maximumListed = 50

    private struct Trained {
        var bytes: [UInt8]
        /// The messages about choices in the training.
        var remarks: [String]
    }

    /// Trains a model and writes it. Equal texts in equal order give identical bytes.
    ///
    /// - Throws: `badInput` if there is no text or only one label.
    package func run(_ input: LabeledInput, output: OutputTarget) throws {
        let start = ContinuousClock.now
        let taxonomy = try taxonomy(of: input)
        let trained = try train(input.texts, taxonomy)
        try output.write(trained.bytes)
        try report(input, output.path, trained, seconds: (ContinuousClock.now - start) / .seconds(1))
    }

    /// Trains a model and registers it as a version of its label set.
    ///
    /// - Throws: `badInput` if there is no text, only one label, or a label that the set does not or cannot
    ///   have.
    func run(_ input: LabeledInput, files: [String], registeredBy registration: ModelRegistration) throws {
        let start = ContinuousClock.now
        var texts = input.texts
        let set = try registration.labelSet(for: &texts)
        if set == nil { try ModelRegistration.checkLabels(of: input) }
        let regression = try registration.leavingOutRegressionSet(of: &texts)
        let taxonomy = try set?.taxonomy ?? taxonomy(of: input)
        try checkLabels(of: texts)
        let heldOut = try registration.measure(texts, taxonomy, set) { try train($0, taxonomy).bytes }
        let trained = try train(texts, taxonomy)
        try report(input, registration.name, trained, seconds: (ContinuousClock.now - start) / .seconds(1))
        try registration.register(trained.bytes, set, texts, files: files, heldOut, regression)
    }

    /// Throws `badInput` if there are no texts, or if no feature distinguishes them.
    private func checkLabels(of texts: [LabeledText]) throws(CommandError) {
        guard let first = texts.first else {
            throw CommandError(
                .badInput, "there are no texts to train on",
                hint: "a table needs a header row with the columns text and label, and a row for each text")
        }
        if isMultilabel, texts.allSatisfy(\.categories.isEmpty) {
            throw CommandError(
                .badInput, "no text has a label: all arrays of labels are empty",
                hint: "a model requires texts with labels")
        }
        // A single label with texts that do not have it can be learned.
        guard Set(texts.map { Set($0.categories) }).count < 2 else { return }
        throw CommandError(
            .badInput,
            isMultilabel
                ? "all texts have the same labels" : "all texts have the same label: \(first.category)",
            hint: "a model requires texts with at least two labels")
    }

    /// Cross-validates, and writes the predictions for held-out texts.
    ///
    /// - Throws: `badInput` if there is no text or only one label.
    package func crossValidate(_ input: LabeledInput, folds: Int, format: OutputFormat) throws {
        let taxonomy = try taxonomy(of: input)
        let most = TextFolds(input.texts, count: folds, bySource: false).count
        guard folds <= most else {
            throw CommandError(
                .badInput,
                "too few distinct texts for \(folds) folds: \(most) of \(DecimalText.counted(input.texts.count, "text"))",
                hint: "use at most --cross-validate \(most)")
        }
        let evaluation = try CrossValidation(folds: folds)
            .evaluate(
                input.texts, taxonomy: taxonomy, progress: { try console.showStep("model", $0, of: $1) }
            ) {
                try make($0, taxonomy) { _ in try console.checkStop() }.bytes
            }
        console.eraseStep()
        let result = MeasurementResult(
            report: evaluation.report(classifier: kind.rawValue), folds: folds, skipped: input.skippedLines)
        try console.write(one: result.fields, as: format) {
            MeasurementText(style: console.style).text(result)
        }
    }

    /// Writes the label issues: texts that a model of the other texts contradicts. Naive Bayes leaves out
    /// one text at a time, a linear model one fifth of the texts.
    ///
    /// - Throws: `badInput` if there is no text, only one label, or too few texts to leave any out.
    package func listLabelIssues(_ input: LabeledInput, top: Int, format: OutputFormat) throws {
        let taxonomy = try taxonomy(of: input)
        let found = try labelIssues(input.texts, taxonomy)
        try LabelIssueList(found: found, input: input, top: top).write(format, to: console)
    }

    private func labelIssues(_ texts: [LabeledText], _ taxonomy: Taxonomy) throws -> LabelIssues {
        var progress = ProgressLine("texts", total: texts.count, on: console)
        defer { progress.erase() }
        let found =
            kind == .linear
            ? try LabelIssues(among: texts, run: LinearTrainingRun(taxonomy: taxonomy, settings: linear)) {
                try progress.show($0)
            }
            : try LabelIssues(among: texts, taxonomy: taxonomy, settings: bayes, search: search) {
                try progress.show($0)
            }
        try console.checkStop()
        guard found.texts > 0 else {
            throw CommandError(
                .badInput, "there are too few texts for cross-validation",
                hint: "use --kind bayes, which requires two texts")
        }
        return found
    }

    private func taxonomy(of input: LabeledInput) throws(CommandError) -> Taxonomy {
        try checkLabels(of: input.texts)
        return TrainingRun.taxonomy(of: input.texts, name: taxonomyName, isMultilabel: isMultilabel)
    }

    private func train(_ texts: [LabeledText], _ taxonomy: Taxonomy) throws -> Trained {
        var progress = TrainingProgress(texts.count, on: console)
        defer { progress.erase() }
        let trained = try make(texts, taxonomy) { try progress.show($0) }
        try console.checkStop()
        return trained
    }

    /// Trains a model.
    ///
    /// - Parameter tell: Reports progress, with the number of texts read if it is known.
    private func make(
        _ texts: [LabeledText], _ taxonomy: Taxonomy, _ tell: (Int?) throws -> Void
    ) throws -> Trained {
        switch kind {
        case .bayes:
            let run = TrainingRun(taxonomy: taxonomy, settings: bayes, search: search)
            let made = try run.run(
                texts, beside: try ruleSet(for: taxonomy), wish: fileOptions, progress: tell)
            let many = made.hasManyCategories ? [TrainingRemark.ofManyCategories] : []
            return Trained(
                bytes: made.bytes,
                remarks: TrainingRemark.lines(of: made.choice) + many
                    + TrainingRemark.lines(of: made.calibration))
        case .linear:
            let run = LinearTrainingRun(taxonomy: taxonomy, settings: linear)
            let (bytes, choice) = try run.train(texts, mostBytes: fileOptions.maximumBytes, progress: tell)
            return Trained(
                bytes: bytes, remarks: TrainingRemark.lines(of: choice, isMultilabel: isMultilabel))
        case .auto:
            let run = AutomaticTrainingRun(taxonomy: taxonomy, bayes: bayes, linear: linear)
            let result = try run.train(texts, beside: try ruleSet(for: taxonomy), wish: fileOptions) {
                try tell(nil)
            }
            return Trained(
                bytes: result.bytes,
                remarks: TrainingRemark.lines(of: result.choice) + TrainingRemark.lines(of: result.bayes)
                    + TrainingRemark.lines(of: result.calibration))
        }
    }

    /// Returns the rules, or `nil` if there are none for the categories.
    private func ruleSet(for taxonomy: Taxonomy) throws -> RuleSet? {
        var assembly = PipelineAssembly(folders: console.folders)
        assembly.rules = rules
        return try assembly.loadRules(taxonomy: taxonomy)
    }

    private func report(_ input: LabeledInput, _ output: String, _ trained: Trained, seconds: Double) throws {
        // Read the model again, as a check of the output.
        let model = try ModelReader.read(ModelStorage(copying: trained.bytes))
        var categories = zip(model.taxonomy.categories, model.documents).prefix(Self.maximumListed)
            .map { "\($0) \(DecimalText.grouped($1))" }.joined(separator: ", ")
        if model.taxonomy.count > Self.maximumListed {
            categories += ", ... \(DecimalText.grouped(model.taxonomy.count)) labels in all"
        }
        if model.taxonomy.isMultilabel {
            categories += "; no label \(DecimalText.grouped(input.texts.count { $0.categories.isEmpty }))"
        }
        console.note(
            "\(output): \(DecimalText.counted(input.texts.count, "text")) (\(categories)), "
                + "\(DecimalText.grouped(model.featureCount)) features\(model.kind == .linear ? ", linear" : ""), \(DecimalText.size(trained.bytes.count)), "
                + "\(DecimalText.fixed(seconds, 1)) s")
        for remark in trained.remarks { console.note(remark) }
        if model.kind == .linear { console.note(TrainingRemark.ofLinear) }
        if let model = model as? BayesModel, !model.hasCounts { console.note(TrainingRemark.ofStripped) }
    }
}
