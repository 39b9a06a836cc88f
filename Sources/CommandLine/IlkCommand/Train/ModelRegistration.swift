import Foundation
import IlkFiles
import Ilk
import IlkConsole
import IlkLearning
import IlkModels
import IlkPipeline
import IlkStore
import IlkVerdictConsole
import IlkVocabulary

/// Registers a trained model as a version of a label set, and activates it unless it may be worse.
struct ModelRegistration {
    /// The minimum number of texts for holding out a fifth of them.
    static let fewestMeasured = 50

    /// The name of the label set.
    let name: String
    let signature: ChangeAuthor
    let console: Console

    /// Returns the label set to train for, or `nil` if none has the name.
    ///
    /// - Parameter texts: The training texts. Merged labels are replaced by the labels that they were merged
    ///   into.
    /// - Throws: `badInput` if a text has a label that the set does not have.
    func labelSet(for texts: inout [LabeledText]) throws -> LabelSet? {
        guard let set = try LabelSetCatalog(folders: console.folders).existing(name) else { return nil }
        try Self.relabel(&texts, by: set)
        return set
    }

    /// Replaces merged labels by the labels that they were merged into.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - set: The label set.
    /// - Throws: `badInput` if a text has a label that the set does not have.
    static func relabel(_ texts: inout [LabeledText], by set: LabelSet) throws(CommandError) {
        for index in texts.indices { set.relabel(&texts[index]) }
        let taxonomy = set.taxonomy
        let strangers = Set(texts.flatMap(\.categories)).filter { taxonomy.index(of: $0) == nil }.sorted()
        guard let first = strangers.first else { return }
        let known = taxonomy.categories.map(\.rawValue)
        let add =
            strangers.count > 3
            ? "LABEL" : strangers.map { ShellText.word($0.rawValue) }.joined(separator: " ")
        throw CommandError(
            .badInput, "the taxonomy \(set.name) has no label '\(first)'",
            hint: Suggestion.hint(for: first.rawValue, among: known)
                ?? "its labels are \(Suggestion.list(known)); add labels with: "
                + "ilk taxonomy edit \(set.name) --add \(add)")
    }

    /// Checks that a label set can have the labels of texts.
    ///
    /// - Throws: `badInput` with the first label that it cannot have, or if there are too many labels.
    static func checkLabels(of input: LabeledInput) throws(CommandError) {
        let labels = Set(input.texts.flatMap(\.categories))
        let invalid = labels.filter { !LabelSet.isKey($0.rawValue) }
        if let index = input.texts.firstIndex(where: { !invalid.isDisjoint(with: $0.categories) }) {
            throw CommandError(
                .badInput, "a label must be one line without control characters", at: input.place(of: index),
                hint: "1 to \(LabelSet.keyBytes) bytes, without white space at the ends")
        }
        guard labels.count <= LabelSet.maximumLabels else {
            throw CommandError(
                .badInput,
                "there are \(labels.count) labels; a taxonomy has at most \(LabelSet.maximumLabels)")
        }
    }

    /// Removes the texts of the regression set from training texts, and reports their number.
    ///
    /// - Parameter texts: The training texts.
    /// - Returns: The regression set, or `nil` if there is none.
    func leavingOutRegressionSet(of texts: inout [LabeledText]) throws -> RegressionCheck? {
        guard let check = try RegressionCheck(name, console.folders, check: console.checkStop)
        else { return nil }
        let all = texts.count
        texts.removeAll { check.texts.contains($0.text) }
        if texts.count < all {
            console.note(
                "left out \(DecimalText.counted(all - texts.count, "text")) of the regression set: "
                    + "models are measured on it")
        }
        return check
    }

    /// Measures models on a fifth of the texts, on which the new one is not trained.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - taxonomy: The labels.
    ///   - set: The label set, or `nil` if there is none yet.
    ///   - train: Trains a model on texts.
    /// - Returns: The evaluations, or `nil` if there are too few texts.
    func measure(
        _ texts: [LabeledText], _ taxonomy: Taxonomy, _ set: LabelSet?,
        train: ([LabeledText]) throws -> [UInt8]
    ) throws -> ModelMeasurement? {
        guard texts.count >= Self.fewestMeasured else { return nil }
        let folds = TextFolds(texts, count: 5, bySource: false).foldOfText
        let held = zip(texts, folds).filter { $0.1 == 0 }.map(\.0)
        let rest = zip(texts, folds).filter { $0.1 != 0 }.map(\.0)
        guard !held.isEmpty, Set(rest.map { Set($0.categories) }).count > 1 else { return nil }
        let model = try ModelReader.read(ModelStorage(copying: train(rest)))
        var assembly = PipelineAssembly(taxonomy: taxonomy, folders: console.folders)
        if let set { assembly.use(set) }
        func evaluate(_ model: any TextModel) throws -> Evaluation {
            try Evaluator().evaluate(assembly.pipeline(of: model), on: held) { _ in
                try console.checkStop()
            }
        }
        let hasActive = try assembly.registry.chosenVersion() != nil || assembly.registry.hasBuiltIn
        let active = hasActive ? try assembly.loadModel() : nil
        // The active version can have none of the set's labels.
        let isComparable =
            active.map { active in
                set.map { LabelMap(from: active, to: $0) != nil }
                    ?? (active.taxonomy.categories == model.taxonomy.categories)
            } ?? false
        return ModelMeasurement(
            new: try evaluate(model), active: isComparable ? try active.map { try evaluate($0) } : nil,
            on: "held-out texts")
    }

    /// Registers a model, activates it unless it may be worse, and reports both.
    ///
    /// - Parameters:
    ///   - bytes: The model.
    ///   - set: The label set, or `nil` to create a set from the model's labels.
    ///   - input: The training texts.
    ///   - files: The names of their files.
    ///   - heldOut: The evaluations on held-out texts.
    ///   - regression: The regression set, or `nil` if there is none.
    func register(
        _ bytes: [UInt8], _ set: LabelSet?, _ input: [LabeledText], files: [String],
        _ heldOut: ModelMeasurement?, _ regression: RegressionCheck?
    ) throws {
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        let catalog = LabelSetCatalog(folders: console.folders)
        if set == nil {
            var made = LabelSet(
                id: RecordIDSource().next().description, name: name,
                labels: model.taxonomy.categories.map { LabelSet.Label($0) })
            made.isMultilabel = model.taxonomy.isMultilabel
            try catalog.save(made)
            console.note("created the taxonomy \(name); see: ilk taxonomy show \(name)")
        }
        var manifest = VersionManifest(of: model, signature)
        manifest.data = [Self.data(input, files)]
        try PipelineAssembly(taxonomy: model.taxonomy, folders: console.folders).measure(
            model, into: &manifest)
        // Both before the new version is registered, so that the active one is still the earlier one.
        let onRegressionSet = try regression?.measure(model)
        if let new = onRegressionSet?.new, let regression {
            manifest.figures = [VersionFigures(new.report(classifier: model.kind.rawValue))]
            manifest.measuredOn = VersionManifest.DataSet(
                name: "the user's regression set", digest: regression.texts.digest, texts: new.count)
        } else if let heldOut, manifest.figures == nil {
            let report = heldOut.new.report(classifier: model.kind.rawValue)
            manifest.figures = [VersionFigures(report)]
            manifest.measuredOn = VersionManifest.DataSet(
                name: "a held-out fifth of the texts", digest: manifest.data?.first?.digest ?? "",
                texts: report.texts)
        }
        let registry = ModelRegistry(folder: console.folders.models, taxonomy: name)
        let (version, isNew) = try registry.addOnce(importing: bytes, manifest, signature)
        if !isNew { console.note("this model is already version \(version) of \(name)") }
        for (label, texts) in zip(model.taxonomy.categories, model.documents) where texts == 0 {
            console.note(
                "no text with the label '\(label)' has been learned yet: the model cannot predict it")
        }
        try activate(version, of: model, registry, [heldOut, onRegressionSet].compactMap(\.self))
    }

    private func activate(
        _ version: String, of model: any TextModel, _ registry: ModelRegistry, _ measured: [ModelMeasurement]
    ) throws {
        for one in measured { console.note(Self.line(one, on: one.texts)) }
        guard let reason = Self.objection(model, measured) else {
            if let record = try registry.promote(version, signature) {
                console.note(VersionChange.sentence(record, taxonomy: name))
            }
            console.note("classify with: ilk classify\(VersionChange.option(name))")
            return
        }
        console.note("version \(version) is a candidate: \(reason)")
        console.note("activate it anyway with: ilk model promote \(version)\(VersionChange.option(name))")
    }

    /// Returns a sentence with the accuracy of a model and of the active version.
    static func line(_ measured: ModelMeasurement, on texts: String) -> String {
        func percent(_ evaluation: Evaluation) -> String {
            DecimalText.fixed(100 * evaluation.report(classifier: "").accuracy, 1) + " %"
        }
        let before = measured.active.map { " (active version: \(percent($0)))" } ?? ""
        let new = measured.new
        let micro = new.report(classifier: "").microF1.map { "micro-F1 \(DecimalText.fixed($0, 3)), " }
        return
            "\(micro.map { $0 + "exact-match " } ?? "")accuracy \(percent(new)) on \(DecimalText.grouped(new.count)) \(texts)\(before)"
    }

    /// Returns the reason not to activate a model, or `nil` if there is none.
    private static func objection(_ model: any TextModel, _ measured: [ModelMeasurement]) -> String? {
        let rare = zip(model.taxonomy.categories, model.documents)
            .filter { (1..<TrainingDataReport.fewestTexts).contains($0.1) }.map { "\($0.0) has \($0.1)" }
        if !rare.isEmpty {
            let more = rare.count > 5 ? ", ..." : ""
            return "labels need at least \(TrainingDataReport.fewestTexts) texts; "
                + rare.prefix(5).joined(separator: ", ")
                + more
        }
        return measured.lazy.compactMap(\.objection).first
    }

    /// Returns the name, digest and number of the training texts.
    private static func data(_ texts: [LabeledText], _ files: [String]) -> VersionManifest.DataSet {
        var hasher = ContentHasher()
        for text in texts {
            hasher.update(text.category.rawValue.utf8)
            for label in text.furtherCategories { hasher.update(label.rawValue.utf8) }
            hasher.update(text.text.utf8)
        }
        let names = files.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return VersionManifest.DataSet(
            name: names.joined(separator: ", "), digest: hasher.finish().description, texts: texts.count)
    }
}
