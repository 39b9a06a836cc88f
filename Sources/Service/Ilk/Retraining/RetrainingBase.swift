import IlkTraining
import IlkLearning
import IlkModels
import IlkVocabulary

/// The base version for a retraining: the active model or, if that was retrained, its base version.
struct RetrainingBase: Sendable {
    let version: String
    /// The version's model.
    let source: any TextModel
    /// The model without a head. If the model has counts, its labels are the labels of the retraining.
    let model: any TextModel
    /// The labels of the retraining.
    let taxonomy: Taxonomy
    /// The model with its counts, or `nil` for a linear model, for which only a head is trained.
    let counting: (model: BayesModel, counts: FeatureCounts)?
    /// The statistics of the model's training texts, or `nil` for a model of an earlier release.
    let statistics: BaseStatistics?

    /// The feature groups that are counted.
    var featureGroups: [FeatureGroup] { counting?.model.manifest.settings.featureGroups ?? [] }

    static func find(_ assembly: PipelineAssembly) throws -> RetrainingBase {
        let registry = assembly.registry
        guard let inUse = try registry.activeVersion() else {
            throw IlkError(
                .configuration, "no model of \(registry.taxonomy) is active, so there is no model to retrain",
                hint: registry.promotionHint
                    ?? "train one: ilk train texts.jsonl --name \(registry.taxonomy)")
        }
        let version = try Self.version(behind: inUse, in: registry)
        var assembly = assembly
        assembly.model = .version(version)
        guard let source = try assembly.loadModel() else {
            throw IlkError(
                .configuration, "the base version of the active model \(inUse) no longer exists",
                hint: "promote another version (ilk model ls), or train one: ilk train texts.jsonl "
                    + "--name \(registry.taxonomy)")
        }
        let model =
            source.head == nil
            ? source
            : try ModelReader.read(
                ModelStorage(copying: ResidualHead.removed(from: source.storage.copied())))
        var counting: (BayesModel, FeatureCounts)?
        if let bayes = model as? BayesModel {
            guard let counts = try bayes.counts() else {
                throw IlkError(
                    .configuration, "cannot retrain version \(version): its model has no counts",
                    hint: "train it again without --strip")
            }
            counting = (bayes, counts)
        }
        return RetrainingBase(
            version: version, source: source, model: model, taxonomy: model.taxonomy, counting: counting,
            statistics: try BaseStatistics(source.storage))
    }

    /// Returns the base version, limited to those labels of a label set that it was trained on or that occur
    /// in corrections.
    ///
    /// - Parameters:
    ///   - labels: The label set.
    ///   - isLearned: Returns `true` for labels that occur in corrections.
    /// - Throws: ``IlkError`` if the model has none of the labels, or has labels that the label set lacks.
    func relabeled(to labels: LabelSet, learning isLearned: (Category) -> Bool) throws -> RetrainingBase {
        let known = Set(
            zip(source.taxonomy.categories, source.documents).filter { $0.1 > 0 }
                .compactMap { labels.current($0.0, in: labels.taxonomy) })
        guard !known.isEmpty else {
            throw IlkError(
                .configuration, "the model has none of the labels of \(labels.name)",
                hint:
                    "the labels of the model: \(Suggestion.list(source.taxonomy.categories.map(\.rawValue)))")
        }
        try labels.checkLabels(of: source)
        guard counting != nil else { return try relabeled(to: labels.taxonomy, of: labels) }
        let categories = labels.taxonomy.categories.filter { known.contains($0) || isLearned($0) }
        return try relabeled(to: Taxonomy(name: labels.name, categories: categories), of: labels)
    }

    /// Returns the base version with the labels of a taxonomy.
    ///
    /// - Parameters:
    ///   - taxonomy: The labels, each of which is or was in the label set.
    ///   - labels: The label set, or `nil` if its labels never change.
    func relabeled(to taxonomy: Taxonomy, of labels: LabelSet?) throws -> RetrainingBase {
        guard let counting else { return relabeled(to: taxonomy, model, nil) }
        let before = counting.model.taxonomy.categories
        let documents = counting.model.documents
        guard let labels, before != taxonomy.categories || documents.contains(0) else { return self }
        let targets = zip(before, documents).map { label, texts in
            texts == 0 ? nil : labels.current(label, in: taxonomy).flatMap(taxonomy.index)
        }
        let (model, counts) = try counting.model.relabeled(to: taxonomy, targets, counts: counting.counts)
        return relabeled(to: taxonomy, model, (model, counts))
    }

    private func relabeled(
        to taxonomy: Taxonomy, _ model: any TextModel, _ counting: (model: BayesModel, counts: FeatureCounts)?
    ) -> RetrainingBase {
        RetrainingBase(
            version: version, source: source, model: model, taxonomy: taxonomy, counting: counting,
            statistics: statistics)
    }

    /// Returns the base version for retraining from a version: the version itself, or its base version.
    static func version(behind version: String, in registry: ModelRegistry) throws -> String {
        // A version without a manifest was imported.
        let manifest = registry.readableManifest(version: version)
        // Manifests of earlier releases record only the signer of a retrained version.
        guard manifest?.retraining != nil || manifest?.by == Retraining.signer,
            // Trained again from texts and corrections (``StoreRetraining``).
            manifest?.trainedOn == nil
        else { return version }
        let first = registry.hasBuiltIn ? ModelRegistry.builtIn : ModelRegistry.none
        let base = manifest?.baseVersions.first?.version ?? first
        return try registry.versions().contains(base) ? base : first
    }
}
