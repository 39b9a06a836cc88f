import IlkLearning
import IlkModels
import IlkVocabulary

/// Makes a model file of labelled texts, and says what it made.
struct ModelTraining {
    /// How weights are derived.
    var settings: BayesSettings
    /// What the taxonomy is called unless all labels are document types.
    var taxonomyName: String
    /// Where the model goes.
    var output: String
    /// Where what was made is told.
    var console: Console

    /// Trains and writes. The same texts in the same order make the same bytes.
    ///
    /// - Throws: `badInput` when there is no text or only one label.
    func run(_ input: LabelledInput) throws {
        let start = ContinuousClock.now
        let taxonomy = try taxonomy(of: input)
        let bytes = try train(input.texts, taxonomy)
        try WholeFile.write(bytes, to: output)
        try report(input, bytes, seconds: (ContinuousClock.now - start) / .seconds(1))
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

    private func train(_ texts: [LabelledText], _ taxonomy: Taxonomy) throws -> [UInt8] {
        var progress = ProgressLine("texts", total: texts.count, on: console)
        defer { progress.erase() }
        let bytes = try TrainingRun(taxonomy: taxonomy, settings: settings).train(texts) {
            try progress.show($0)
        }
        try console.checkStop()
        return bytes
    }

    private func report(_ input: LabelledInput, _ bytes: [UInt8], seconds: Double) throws {
        // What was written is read once more, as whoever uses it will.
        let model = try BayesModel(ModelStorage(copying: bytes))
        let categories = zip(model.taxonomy.categories, model.manifest.documents)
            .map { "\($0) \(DecimalText.grouped($1))" }.joined(separator: ", ")
        console.note(
            "\(output): \(DecimalText.grouped(input.texts.count)) texts (\(categories)), "
                + "\(DecimalText.grouped(model.manifest.featureCount)) features, \(DecimalText.size(bytes.count)), "
                + "\(DecimalText.fixed(seconds, 1)) s")
    }
}
