import IlkTraining
import IlkLearning
import IlkModels
import IlkVocabulary

/// The base version for a retraining: the active model or, if that was retrained, its base version.
struct RetrainingBase: Sendable {
    let version: String
    let model: BayesModel
    let counts: FeatureCounts

    static func find(_ assembly: PipelineAssembly) throws -> RetrainingBase {
        let registry = assembly.registry
        guard let inUse = try registry.activeVersion() else {
            throw IlkError(
                .configuration, "there is no model of \(registry.taxonomy) to retrain",
                hint: "train and activate one: ilk train, ilk model import --promote")
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
        return RetrainingBase(version: version, model: model, counts: counts)
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
