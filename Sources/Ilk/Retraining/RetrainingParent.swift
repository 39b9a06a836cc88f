import IlkLearning
import IlkModels
import IlkVocabulary

/// What a log's counts are added to: the model in use, or when that was retrained itself, the one it was retrained from.
struct RetrainingParent: Sendable {
    let version: String
    let model: BayesModel
    let counts: FeatureCounts

    static func find(_ assembly: PipelineAssembly) throws -> RetrainingParent {
        let registry = assembly.registry
        guard let inUse = try registry.versionInUse() else {
            throw IlkError(
                .configuration, "there is no model of \(registry.taxonomy) that could learn",
                hint: "train one of labelled texts, then import and promote it: ilk train, ilk model import")
        }
        // A version without a manifest was not made here.
        let manifest = try? registry.manifest(version: inUse)  // See above.
        var version = inUse
        // Retrained ones of a program before this say who made them, and nothing more.
        if manifest?.retraining != nil || manifest?.by == Retraining.signer {
            version = manifest?.parents.first?.version ?? ModelRegistry.builtIn
            let there = try registry.versions()
            if !there.contains(version) { version = ModelRegistry.builtIn }
        }
        var assembly = assembly
        assembly.model = .version(version)
        guard let model = try assembly.loadModel() as? BayesModel else {
            throw IlkError(
                .configuration,
                "the model in use is linear: it holds no counts that corrections could be learned onto",
                hint:
                    "train it again where its texts are, with the corrections among them: ilk train --kind linear"
            )
        }
        guard let counts = try model.counts() else {
            throw IlkError(
                .configuration,
                "the model in use was written without its counts: nothing can be learned onto it",
                hint: "train it again with its counts: ilk train, without --strip")
        }
        return RetrainingParent(version: version, model: model, counts: counts)
    }
}
