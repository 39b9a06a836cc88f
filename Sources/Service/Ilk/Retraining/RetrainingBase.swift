import IlkTraining
import IlkLearning
import IlkModels
import IlkVocabulary

/// The base version for a retraining: the active model or, if that was retrained, its base version.
struct RetrainingBase: Sendable {
    let version: String
    /// The version's model.
    let source: BayesModel
    /// The model with the labels of the retraining.
    let model: BayesModel
    let counts: FeatureCounts

    private init(version: String, source: BayesModel, model: BayesModel, counts: FeatureCounts) {
        self.version = version
        self.source = source
        self.model = model
        self.counts = counts
    }

    static func find(_ assembly: PipelineAssembly) throws -> RetrainingBase {
        let registry = assembly.registry
        guard let inUse = try registry.activeVersion() else {
            throw IlkError(
                .configuration, "no model of \(registry.taxonomy) is active, so there is none to retrain",
                hint: registry.promotionHint
                    ?? "train one: ilk train texts.jsonl --name \(registry.taxonomy)")
        }
        let version = try Self.version(behind: inUse, in: registry)
        var assembly = assembly
        assembly.model = .version(version)
        guard let model = try assembly.loadModel() as? BayesModel else {
            throw IlkError(
                .configuration,
                "cannot retrain the active model: it is linear and has no counts",
                hint:
                    "train it again on its texts and the corrections: ilk train --kind linear"
            )
        }
        guard let counts = try model.counts() else {
            throw IlkError(
                .configuration,
                "cannot retrain the active model: it has no counts",
                hint: "train it again without --strip")
        }
        return RetrainingBase(version: version, source: model, model: model, counts: counts)
    }

    /// Returns the base version with the labels of a label set that it has learned, or that are to be learned.
    ///
    /// - Parameters:
    ///   - labels: The label set.
    ///   - isLearned: Returns `true` for the labels that the corrections have.
    /// - Throws: ``IlkError`` if the model has none of the labels.
    func relabeled(to labels: LabelSet, learning isLearned: (Category) -> Bool) throws -> RetrainingBase {
        let known = Set(
            zip(source.taxonomy.categories, source.documents).filter { $0.1 > 0 }
                .compactMap { labels.current($0.0, in: labels.taxonomy) })
        guard !known.isEmpty else {
            throw IlkError(
                .configuration, "the model has none of the labels of \(labels.name)",
                hint: "its labels: \(source.taxonomy.categories.map(\.rawValue).joined(separator: ", "))")
        }
        let categories = labels.taxonomy.categories.filter { known.contains($0) || isLearned($0) }
        return try relabeled(to: Taxonomy(name: labels.name, categories: categories), of: labels)
    }

    /// Returns the base version with the labels of a taxonomy.
    ///
    /// - Parameters:
    ///   - taxonomy: The labels, each in the label set now or earlier.
    ///   - labels: The label set, or `nil` if its labels never change.
    func relabeled(to taxonomy: Taxonomy, of labels: LabelSet?) throws -> RetrainingBase {
        let before = source.taxonomy.categories
        guard let labels, before != taxonomy.categories || source.documents.contains(0) else { return self }
        let targets = zip(before, source.documents).map { label, texts in
            texts == 0 ? nil : labels.current(label, in: taxonomy).flatMap(taxonomy.index)
        }
        let (model, counts) = try source.relabeled(to: taxonomy, targets, counts: counts)
        return RetrainingBase(version: version, source: source, model: model, counts: counts)
    }

    /// Returns the base version for retraining from a version: the version itself, or the one it was
    /// retrained from.
    static func version(behind version: String, in registry: ModelRegistry) throws -> String {
        // A version without a manifest was imported.
        let manifest = registry.readableManifest(version: version)
        // Manifests of earlier releases record only the signer of a retrained version.
        guard manifest?.retraining != nil || manifest?.by == Retraining.signer else { return version }
        let first = registry.hasBuiltIn ? ModelRegistry.builtIn : ModelRegistry.none
        let parent = manifest?.baseVersions.first?.version ?? first
        return try registry.versions().contains(parent) ? parent : first
    }
}
