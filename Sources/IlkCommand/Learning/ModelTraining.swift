import IlkLearning
import IlkModels
import IlkVocabulary

/// Makes a model file of labelled texts, and says what it made.
struct ModelTraining {
    /// What is learned.
    var kind: TrainingKind
    /// How weights are derived from counts.
    var bayes: BayesSettings
    /// How weights are fitted.
    var linear: LinearSettings
    /// What the taxonomy is called unless all labels are document types.
    var taxonomyName: String
    /// Where the model goes.
    var output: String
    /// Where what was made is told.
    var console: Console

    /// What came of a training.
    private struct Trained {
        var bytes: [UInt8]
        /// What people are told of choices that were made.
        var remarks: [String]
    }

    /// Trains and writes. The same texts in the same order make the same bytes.
    ///
    /// - Throws: `badInput` when there is no text or only one label.
    func run(_ input: LabelledInput) throws {
        let start = ContinuousClock.now
        let taxonomy = try taxonomy(of: input)
        let trained = try train(input.texts, taxonomy)
        try WholeFile.write(trained.bytes, to: output)
        try report(input, trained, seconds: (ContinuousClock.now - start) / .seconds(1))
        if input.skippedLines > 0 { throw CommandFailure(.partlyDone, "") }
    }

    private func taxonomy(of input: LabelledInput) throws(CommandFailure) -> Taxonomy {
        guard !input.texts.isEmpty else { throw CommandFailure(.badInput, "there is no text to learn from") }
        let labels = Set(input.texts.map(\.category))
        guard labels.count > 1 else {
            throw CommandFailure(
                .badInput, "all texts have the same label: there is nothing to tell apart",
                hint: "a model needs texts of at least two labels")
        }
        return TrainingRun.taxonomy(of: input.texts, name: taxonomyName)
    }

    private func train(_ texts: [LabelledText], _ taxonomy: Taxonomy) throws -> Trained {
        var progress = ProgressLine("texts", total: texts.count, on: console)
        defer { progress.erase() }
        let trained: Trained
        switch kind {
        case .bayes:
            let bytes = try TrainingRun(taxonomy: taxonomy, settings: bayes).train(texts) {
                try progress.show($0)
            }
            trained = Trained(bytes: bytes, remarks: [])
        case .linear:
            let (bytes, choice) = try LinearTrainingRun(taxonomy: taxonomy, settings: linear).train(texts) {
                try progress.show($0)
            }
            trained = Trained(bytes: bytes, remarks: TrainingRemark.lines(of: choice))
        case .auto:
            let run = AutomaticTrainingRun(taxonomy: taxonomy, bayes: bayes, linear: linear)
            let result = try run.train(texts) { try console.checkStop() }
            trained = Trained(bytes: result.bytes, remarks: TrainingRemark.lines(of: result.choice))
        }
        try console.checkStop()
        return trained
    }

    private func report(_ input: LabelledInput, _ trained: Trained, seconds: Double) throws {
        // What was written is read once more, as whoever uses it will.
        let model = try ModelReader.read(ModelStorage(copying: trained.bytes))
        let categories = zip(model.taxonomy.categories, model.documents)
            .map { "\($0) \(DecimalText.grouped($1))" }.joined(separator: ", ")
        console.note(
            "\(output): \(DecimalText.grouped(input.texts.count)) texts (\(categories)), "
                + "\(DecimalText.grouped(model.featureCount)) features\(model.kind == .linear ? ", linear" : ""), \(DecimalText.size(trained.bytes.count)), "
                + "\(DecimalText.fixed(seconds, 1)) s")
        for remark in trained.remarks { console.note(remark) }
        if model.kind == .linear { console.note(TrainingRemark.ofLinear) }
    }
}
