package import IlkFiles
package import IlkLearning
import IlkModels
import IlkStore
package import IlkVocabulary

/// The training of a version of a taxonomy. The version is activated unless it may be worse.
package struct ModelRegistration {
    /// The name of the taxonomy. If it does not exist, it is created with the labels of the texts.
    package let name: String
    package let signature: ChangeAuthor
    let folders: IlkFolders
    private let check: () throws -> Void

    /// - Parameters:
    ///   - name: The name of the taxonomy.
    ///   - signature: The author, time and reason of the change.
    ///   - folders: The user's folders.
    ///   - check: Called during measurements. An error thrown here ends them.
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
    ///   - place: Returns the location of a text, for messages.
    ///   - files: The names of the files of the texts.
    ///   - training: The settings.
    ///   - train: Trains a model on texts.
    /// - Throws: ``IlkError`` with `badData` if there is no text, only one label, or a label that the taxonomy does
    ///   not or cannot have; errors of `train`, of `check` and of the registry.
    package func run(
        _ texts: [LabeledText], place: (Int) -> String, files: [String], _ training: ModelTraining,
        train: ([LabeledText], Taxonomy) throws -> TrainedModel
    ) throws -> RegistrationReport {
        var texts = texts
        let set = try LabelSetCatalog(folders: folders).existing(name)
        let ignored = try set.map { try Self.relabel(&texts, by: $0) } ?? 0
        if set == nil { try Self.checkLabels(of: texts, place) }
        let regression = try RegressionCheck(name, folders, check: check)
        let all = texts.count
        if let regression { texts.removeAll { regression.texts.contains($0.text) } }
        try training.checkLabels(of: texts)
        let taxonomy = try set?.taxonomy ?? training.taxonomy(of: texts)
        let split = TrainingSplit(texts)
        let trained = try train(split.learned, taxonomy)
        try check()
        let heldOut = try measure(trained.bytes, on: split, taxonomy, set)
        var report = try register(trained.bytes, set, split, files: files, heldOut, regression)
        report.trained = trained
        report.leftOut = all - texts.count
        report.ignored = ignored
        report.texts = split.learned.count
        report.heldOut = split.heldOut.count
        report.withoutLabel = split.learned.count { $0.categories.isEmpty }
        return report
    }

    /// Replaces merged labels by the labels that they were merged into, and removes texts with retired labels.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - set: The label set.
    /// - Returns: The number of removed texts.
    /// - Throws: ``IlkError`` with `badData` if a text has a label that the set does not have.
    package static func relabel(_ texts: inout [LabeledText], by set: LabelSet) throws(IlkError) -> Int {
        for index in texts.indices { set.relabel(&texts[index]) }
        let (all, retired) = (texts.count, set.retired)
        texts.removeAll { !retired.isDisjoint(with: $0.categories) }
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

    /// Checks that a label set can have the labels of texts.
    private static func checkLabels(
        of texts: [LabeledText], _ place: (Int) -> String
    ) throws(IlkError) {
        let labels = Set(texts.flatMap(\.categories))
        let invalid = labels.filter { !LabelSet.isKey($0.rawValue) }
        if let index = texts.firstIndex(where: { !invalid.isDisjoint(with: $0.categories) }) {
            throw IlkError(
                .badData, "\(place(index)): a label must be one line without control characters",
                hint: "1 to \(LabelSet.keyBytes) bytes, without white space at the ends")
        }
        guard labels.count <= LabelSet.maximumLabels else {
            throw IlkError(
                .badData,
                "there are \(labels.count) labels; a taxonomy has at most \(LabelSet.maximumLabels)")
        }
    }

    /// Measures a new model on the held-out texts, and the active version if it has not learned them either.
    ///
    /// - Parameters:
    ///   - bytes: The new model.
    ///   - split: The texts.
    ///   - taxonomy: The labels.
    ///   - set: The label set, or `nil` if there is none yet.
    /// - Returns: The evaluations, or `nil` if no text is held out.
    private func measure(
        _ bytes: [UInt8], on split: TrainingSplit, _ taxonomy: Taxonomy, _ set: LabelSet?
    ) throws -> ModelMeasurement? {
        guard !split.heldOut.isEmpty else { return nil }
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        var assembly = PipelineAssembly(taxonomy: taxonomy, folders: folders)
        if let set { assembly.use(set) }
        func evaluate(_ model: any TextModel, on texts: [LabeledText]) throws -> Evaluation {
            try Evaluator().evaluate(assembly.pipeline(of: model), on: texts) { _ in try check() }
        }
        let unseen = try unseenByActive(split.heldOut, assembly.registry, set)
        guard 2 * unseen.count >= split.heldOut.count, let active = try assembly.loadModel(),
            assembly.fits(active)
        else {
            let new = try evaluate(model, on: split.heldOut)
            return ModelMeasurement(new: new, active: nil, on: "held-out texts")
        }
        return ModelMeasurement(
            new: try evaluate(model, on: unseen), active: try evaluate(active, on: unseen),
            on: "held-out texts")
    }

    /// Returns the texts that the active version has not learned: none if it did not hold out texts, and only
    /// those with labels of which it did.
    private func unseenByActive(
        _ texts: [LabeledText], _ registry: ModelRegistry, _ set: LabelSet?
    ) throws -> [LabeledText] {
        let version = try registry.chosenVersion() ?? (registry.hasBuiltIn ? ModelRegistry.builtIn : nil)
        guard let version, let known = registry.readableManifest(version: version)?.withoutHeldOut else {
            return []
        }
        let learned = Set(known.map { set?.current(Category($0)) ?? Category($0) })
        return texts.filter { learned.isDisjoint(with: $0.categories) }
    }
}
