package import IlkFiles
package import IlkLearning
import IlkModels
import IlkStore
package import IlkVocabulary

/// Trains a model, measures it, and registers it as a version of a taxonomy. The version is activated if
/// there is no objection, such as significantly more errors than the active version.
package struct ModelRegistration {
    /// The name of the taxonomy. A taxonomy that does not exist is created with the labels of the texts.
    package let name: String
    package let signature: ChangeAuthor
    let folders: IlkFolders
    private let check: () throws -> Void

    /// - Parameters:
    ///   - name: The name of the taxonomy.
    ///   - signature: The author, time and reason of the change.
    ///   - folders: The user's folders.
    ///   - check: Called during measurements. An error thrown here ends the measurement.
    package init(
        name: String, signature: ChangeAuthor, folders: IlkFolders, check: @escaping () throws -> Void
    ) {
        self.name = name
        self.signature = signature
        self.folders = folders
        self.check = check
    }

    /// Trains a model, measures it, and registers it. Nothing is stored before the model is complete.
    ///
    /// - Parameters:
    ///   - texts: The training texts.
    ///   - files: The names of the files that contain the texts.
    ///   - training: The settings.
    ///   - train: Trains a model on texts. Its third argument is the share of the remaining time that it may
    ///     use, above 0 and at most 1.
    /// - Throws: ``IlkError`` with `badData` if there is no text, only one label, or a label that is not in
    ///   the taxonomy or not valid; errors of `train`, of `check` and of the registry.
    package func run(
        _ texts: [LabeledText], files: [String], _ training: ModelTraining,
        train: ([LabeledText], Taxonomy, _ share: Double) throws -> TrainedModel
    ) throws -> RegistrationReport {
        var texts = texts
        let set = try LabelSetCatalog(folders: folders).existing(name)
        let ignored = try set.map { try Self.relabel(&texts, by: $0) } ?? 0
        if set == nil { try Self.checkNumber(of: Set(texts.flatMap(\.categories))) }
        let regression = try RegressionCheck(name, folders, check: check)
        let all = texts.count
        if let regression { texts.removeAll { regression.texts.contains($0.text) } }
        if texts.isEmpty { try checkRemoved(inRegressionSet: all, retired: ignored) }
        try training.checkLabels(of: texts)
        let taxonomy = try set?.taxonomy ?? training.taxonomy(of: texts)
        let split = TrainingSplit(texts)
        // The registered model learns the held-out texts too, so a separate model is trained for the
        // measurement on these texts. The separate model gets fewer texts and less time.
        let evaluation = split.heldOut.isEmpty ? nil : try train(split.learned, taxonomy, 0.45).bytes
        try check()
        let heldOut = try evaluation.map { try measure($0, on: split.heldOut, taxonomy, set) }
        let trained = try train(texts, taxonomy, 1)
        try check()
        var report = try register(
            trained.bytes, evaluation: evaluation, set, learned: texts, split.heldOut, files: files, heldOut,
            regression)
        report.trained = trained
        report.leftOut = all - texts.count
        report.ignored = ignored
        report.texts = texts.count
        report.heldOut = split.heldOut.count
        report.withoutLabel = texts.count { $0.categories.isEmpty }
        return report
    }

    /// Reports why no text remains for training, if there were some.
    ///
    /// - Throws: ``IlkError`` with `badData`.
    private func checkRemoved(inRegressionSet left: Int, retired: Int) throws(IlkError) {
        let all = left + retired
        let subject = all == 1 ? "the only text" : "all \(all) texts"
        guard left == 0 else {
            throw IlkError(
                .badData,
                "\(subject) \(all == 1 ? "is" : "are") in the regression set of \(name)"
                    + (retired > 0 ? " or have retired labels" : ""),
                hint: "delete the set with: ilk model regression-set --remove --taxonomy \(name)")
        }
        guard retired > 0 else { return }
        throw IlkError(
            .badData, "\(subject) \(all == 1 ? "has a retired label" : "have retired labels")",
            hint: "restore a label with: ilk taxonomy edit \(name) --restore LABEL")
    }

    /// Replaces merged labels by the labels that they were merged into. Removes retired labels, and texts
    /// that have only retired labels.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - set: The label set.
    /// - Returns: The number of removed texts.
    /// - Throws: ``IlkError`` with `badData` if a text has a label that the set does not have.
    package static func relabel(_ texts: inout [LabeledText], by set: LabelSet) throws(IlkError) -> Int {
        let all = texts.count
        set.relabel(&texts)
        let taxonomy = set.taxonomy
        let strangers = Set(texts.flatMap(\.categories)).filter { taxonomy.index(of: $0) == nil }.sorted()
        guard let first = strangers.first else { return all - texts.count }
        let known = taxonomy.categories.map(\.rawValue)
        let canAdd = !LabelSet.shipped.contains { $0.name == set.name }
        let add =
            strangers.count > 3
            ? "LABEL" : strangers.map { ShellText.word($0.rawValue) }.joined(separator: " ")
        throw IlkError(
            .badData, "the taxonomy \(set.name) has no label '\(first)'",
            hint: Suggestion.hint(for: first.rawValue, among: known, listing: "its labels are")
                + (canAdd
                    ? "; add labels with: ilk taxonomy edit \(set.name) --add \(add)"
                    : "; create your own taxonomy with: ilk train FILE --name NAME"))
    }

    /// Checks that the number of labels is not above the maximum of a label set.
    private static func checkNumber(of labels: Set<Category>) throws(IlkError) {
        guard labels.count <= LabelSet.maximumLabels else {
            throw IlkError(
                .badData,
                "there are \(labels.count) labels; a taxonomy has at most \(LabelSet.maximumLabels)")
        }
    }

    /// Evaluates the new version and the active version on the held-out texts. Uses the evaluation models of
    /// the two versions, because these models have not learned the held-out texts.
    ///
    /// - Parameters:
    ///   - bytes: The evaluation model of the new version.
    ///   - heldOut: The held-out texts.
    ///   - taxonomy: The labels.
    ///   - set: The label set, or `nil` if there is none yet.
    /// - Returns: The evaluations.
    private func measure(
        _ bytes: [UInt8], on heldOut: [LabeledText], _ taxonomy: Taxonomy, _ set: LabelSet?
    ) throws -> ModelMeasurement {
        var assembly = PipelineAssembly(taxonomy: taxonomy, folders: folders)
        if let set { assembly.use(set) }
        func evaluate(_ model: any TextModel) throws -> Evaluation {
            try Evaluator().evaluate(assembly.pipeline(of: model), on: heldOut) { _ in try check() }
        }
        let active = try activeEvaluationModel(assembly).flatMap { assembly.fits($0) ? $0 : nil }
        return ModelMeasurement(
            new: try evaluate(ModelReader.read(ModelStorage(copying: bytes))),
            active: try active.map(evaluate), on: "held-out texts")
    }

    /// Returns a model that represents the active version and has not learned the held-out texts, or `nil` if
    /// there is none.
    ///
    /// This is the evaluation model of the active version or, if it has none, of the nearest base version
    /// with an evaluation model. The built-in model needs no evaluation model, because it has learned none of
    /// the user's texts.
    private func activeEvaluationModel(_ assembly: PipelineAssembly) throws -> (any TextModel)? {
        let registry = assembly.registry
        var version = try registry.activeVersion()
        var seen: Set<String> = []
        while let name = version, name != ModelRegistry.builtIn, seen.insert(name).inserted {
            if let bytes = try registry.evaluationModel(version: name) {
                return try ModelReader.read(ModelStorage(copying: bytes))
            }
            // A version that was merged from several versions has no single base version.
            let bases = registry.readableManifest(version: name)?.baseVersions ?? []
            version = bases.count == 1 ? bases[0].version : nil
        }
        return version == ModelRegistry.builtIn ? try registry.builtInModel() : nil
    }
}
