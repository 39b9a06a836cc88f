import IlkFiles
import IlkLearning
import IlkModels
import IlkStore
import IlkVocabulary

extension ModelRegistration {
    /// Registers a model as a new version of the taxonomy, and activates this version if there is no
    /// objection.
    ///
    /// - Parameters:
    ///   - bytes: The model file.
    ///   - evaluation: The evaluation model, trained without the held-out texts, or `nil` if no texts were
    ///     held out.
    ///   - set: The label set of the taxonomy, or `nil` to create the taxonomy with the model's labels.
    ///   - learned: The training texts.
    ///   - heldOut: The held-out texts, on which the evaluation model was measured.
    ///   - files: The names of the files with the training texts.
    ///   - onHeldOut: The measurement on the held-out texts, or `nil` if no texts were held out.
    ///   - regression: The regression set, or `nil` if there is none.
    func register(
        _ bytes: [UInt8], evaluation: [UInt8]?, _ set: LabelSet?, learned: [LabeledText],
        _ heldOut: [LabeledText], files: [String], _ onHeldOut: ModelMeasurement?,
        _ regression: RegressionCheck?
    ) throws -> RegistrationReport {
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        var manifest = VersionManifest(of: model, signature)
        manifest.data = [Self.data(learned, files)]
        try PipelineAssembly(taxonomy: model.taxonomy, folders: folders).measure(model, into: &manifest)
        // Measure before the new version is registered, while the earlier version is still the active one.
        let onRegressionSet = try regression?.measure(model)
        if let new = onRegressionSet?.new, let regression {
            manifest.figures = [VersionFigures(new.report(classifier: model.kind.rawValue))]
            manifest.measuredOn = VersionManifest.DataSet(
                name: "the user's regression set", digest: regression.texts.digest, texts: new.count)
        } else if let onHeldOut, manifest.figures == nil {
            manifest.figures = [VersionFigures(onHeldOut.new.report(classifier: model.kind.rawValue))]
            manifest.measuredOn = Self.data(heldOut, ["a held-out fifth of the texts"])
        }
        if set == nil {
            var made = LabelSet(
                id: RecordIDSource().next().description, name: name,
                labels: model.taxonomy.categories.map { LabelSet.Label($0) })
            made.isMultilabel = model.taxonomy.isMultilabel
            try LabelSetCatalog(folders: folders).save(made)
        }
        let registry = ModelRegistry(folder: folders.models, taxonomy: name)
        let (version, isNew) = try registry.addOnce(
            importing: bytes, evaluation: evaluation, manifest, signature)
        let measured = [onHeldOut, onRegressionSet].compactMap(\.self)
        let objection = Self.objection(model, measured)
        return RegistrationReport(
            taxonomy: name, model: model, version: version, isNew: isNew, createdTaxonomy: set == nil,
            measured: measured, objection: objection,
            change: objection == nil ? try registry.promote(version, signature) : nil)
    }

    /// Returns the reason not to activate a model, or `nil` if there is none.
    private static func objection(_ model: any TextModel, _ measured: [ModelMeasurement]) -> String? {
        let rare = zip(model.taxonomy.categories, model.documents)
            .filter { (1..<TrainingDataReport.fewestTexts).contains($0.1) }.map { "\($0.0) has \($0.1)" }
        if !rare.isEmpty {
            let more = rare.count > 5 ? ", ..." : ""
            return "labels need at least \(TrainingDataReport.fewestTexts) texts; "
                + rare.prefix(5).joined(separator: ", ") + more
        }
        return measured.lazy.compactMap(\.objection).first
    }

    /// Returns the manifest entry for a set of texts: the file names, the digest and the number of texts.
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
