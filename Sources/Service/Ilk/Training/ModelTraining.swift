package import IlkFiles
import IlkLearning
package import IlkModels
import IlkRules
package import IlkTraining
package import IlkVocabulary

/// The training of a model from labeled texts. Without a time limit, equal texts in equal order give a
/// byte-identical model file.
package struct ModelTraining {
    package var kind = TrainingKind.bayes
    package var bayes = BayesSettings()
    /// The search for better settings of naive Bayes, or `nil` to use the default settings unchanged.
    package var search: BayesSearch? = BayesSearch()
    package var linear = LinearSettings()
    /// The options of the model file.
    package var fileOptions = ModelFileOptions()
    /// The rules that complement the model.
    package var rules = RuleStack.default
    /// The name of the taxonomy. `nil` means the taxonomy of document types if all labels are document types,
    /// otherwise the name `custom`.
    package var taxonomyName: String?
    /// `true` if a text can have several labels or none. In this case, the model is linear.
    package var isMultilabel = false
    package let folders: IlkFolders

    /// Creates the training of a naive Bayes model with the default settings.
    package init(taxonomyName: String?, folders: IlkFolders) {
        self.taxonomyName = taxonomyName
        self.folders = folders
    }

    /// Returns a time limit that starts now.
    ///
    /// - Parameters:
    ///   - seconds: The limit in seconds.
    ///   - clock: The clock that measures the time.
    package static func budget<Time: Clock>(
        seconds: Double, on clock: Time = ContinuousClock()
    ) -> TimeBudget where Time.Duration == Duration {
        let start = clock.now
        return TimeBudget(seconds: seconds) { start.duration(to: clock.now) / .seconds(1) }
    }

    /// Returns the labels of texts as a taxonomy.
    ///
    /// - Throws: ``IlkError`` with `badData`, for the same reasons as ``checkLabels(of:)``.
    package func taxonomy(of texts: [LabeledText]) throws(IlkError) -> Taxonomy {
        try checkLabels(of: texts)
        return TrainingRun.taxonomy(of: texts, name: taxonomyName, isMultilabel: isMultilabel)
    }

    /// Checks that texts can be learned: there are at least two texts, and neither their labels nor their
    /// contents are all equal.
    ///
    /// - Throws: ``IlkError`` with `badData`.
    func checkLabels(of texts: [LabeledText]) throws(IlkError) {
        guard let first = texts.first else {
            throw IlkError(
                .badData, "there are no texts to train on",
                hint: "a table needs a header row with the columns text and label, and a row for each text")
        }
        if isMultilabel, texts.allSatisfy(\.categories.isEmpty) {
            throw IlkError(
                .badData, "no text has a label: all arrays of labels are empty",
                hint: "a model requires texts with labels")
        }
        let hint = "a model requires texts with at least two labels"
        guard texts.count > 1 else { throw IlkError(.badData, "at least two texts are required", hint: hint) }
        // A single label can be learned if there are also texts without this label.
        let labels = Set(first.categories)
        guard texts.contains(where: { Set($0.categories) != labels }) else {
            throw IlkError(
                .badData,
                isMultilabel
                    ? "all texts have the same labels" : "all texts have the same label: \(first.category)",
                hint: hint)
        }
        guard texts.contains(where: { $0.text != first.text }) else {
            throw IlkError(
                .badData, first.text.isEmpty ? "all texts are empty" : "all texts are equal",
                hint: "nothing distinguishes the labels; check the field or column of the text")
        }
    }

    /// Trains a model.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - taxonomy: The labels.
    ///   - budget: The time limit, or `nil` for none. When the limit is reached, the result is the best model
    ///     found so far.
    ///   - share: The share of the remaining time that this training may use, above 0 and at most 1.
    ///   - progress: Called with the number of processed texts, or with `nil` if this number is unknown. An
    ///     error thrown here ends the training.
    /// - Throws: ``IlkError`` with `usage` if the time limit is too short for a model; errors of reading
    ///   rules, of fitting and of `progress`.
    package func train(
        _ texts: [LabeledText], _ taxonomy: Taxonomy, budget: TimeBudget? = nil, share: Double = 1,
        progress: (Int?) throws -> Void
    ) throws -> TrainedModel {
        do {
            return try trained(texts, taxonomy, share < 1 ? budget?.part(share) : budget, progress)
        } catch is TimeLimitReached {
            throw IlkError(
                .usage, "the time limit ended the training before a model was complete",
                hint: "use a longer time limit, or fewer texts")
        }
    }

    private func trained(
        _ texts: [LabeledText], _ taxonomy: Taxonomy, _ budget: TimeBudget?, _ progress: (Int?) throws -> Void
    ) throws -> TrainedModel {
        var trained: TrainedModel
        switch kind {
        case .bayes:
            let run = TrainingRun(taxonomy: taxonomy, settings: bayes, search: search)
            let made = try run.run(
                texts, beside: try ruleSet(for: taxonomy), options: fileOptions, budget: budget,
                progress: progress)
            trained = TrainedModel(made.bytes, made.timeLimit)
            (trained.bayes, trained.calibration) = (made.choice, made.calibration)
            trained.hasManyLabels = made.hasManyCategories
        case .linear:
            let run = LinearTrainingRun(taxonomy: taxonomy, settings: linear)
            let made = try run.train(
                texts, mostBytes: fileOptions.maximumBytes, budget: budget, progress: progress)
            trained = TrainedModel(made.bytes, made.timeLimit)
            trained.linear = made.choice
        case .auto:
            let run = AutomaticTrainingRun(taxonomy: taxonomy, bayes: bayes, linear: linear)
            let made = try run.train(
                texts, beside: try ruleSet(for: taxonomy), options: fileOptions, budget: budget
            ) { try progress(nil) }
            trained = TrainedModel(made.bytes, made.timeLimit)
            (trained.kind, trained.bayes, trained.calibration) = (made.choice, made.bayes, made.calibration)
        }
        return trained
    }

    /// Returns the rules for a taxonomy, or `nil` if there are none.
    private func ruleSet(for taxonomy: Taxonomy) throws -> RuleSet? {
        var assembly = PipelineAssembly(folders: folders)
        assembly.rules = rules
        return try assembly.loadRules(taxonomy: taxonomy)
    }
}
