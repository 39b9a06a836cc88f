import IlkTraining
public import IlkModels
import IlkVocabulary

/// Merges two Bayes models by adding their feature counts.
///
/// If both models were fine-tuned from one base version, the counts of the base version are subtracted once,
/// so that no text counts twice. The result contains the counts of all texts, with one exception: a model
/// file omits features that occur in fewer texts than the minimum of its settings, so their counts are
/// missing from the sum.
public enum ModelMerge {
    /// Returns the bytes of the merged model.
    ///
    /// The group weights of both models are averaged, weighted by the number of texts of each model. They
    /// cannot be fitted again, because the texts are not available. The constants are those of `first`.
    ///
    /// - Parameters:
    ///   - first: A Bayes model with counts.
    ///   - second: Another Bayes model with counts. Its labels, settings, tokenizer and ICU version must
    ///     equal those of `first`.
    ///   - base: The base version from which both models were fine-tuned, or `nil` if there is none.
    /// - Throws: ``RegistryError`` with `cannotMerge` and the reason.
    /// - Complexity: O(*f* · *c*) for *f* features and *c* categories.
    public static func bytes(
        _ first: any TextModel, _ second: any TextModel, base: (any TextModel)? = nil
    ) throws(RegistryError) -> [UInt8] {
        let (left, right) = (try counted(first), try counted(second))
        try checkAlike(left.model, right.model)
        var sum = left.counts
        do {
            try sum.add(right.counts)
            if let base {
                let shared = try counted(base)
                try checkAlike(left.model, shared.model)
                try sum.subtract(shared.counts)
            }
            let manifest = left.model.manifest
            let bytes = try BayesTrainer(resuming: sum, settings: manifest.settings, of: manifest)
                .build(groupWeights: groupWeights(left.model, right.model))
            // Familiarity tables have no counts, so two different tables cannot be added.
            let familiarity = try Familiarity.section(of: left.model.storage)
            guard let familiarity, try familiarity == Familiarity.section(of: right.model.storage) else {
                return bytes
            }
            return try Familiarity.added(familiarity, to: bytes)
        } catch let error as RegistryError {
            throw error
        } catch {
            throw RegistryError(.cannotMerge, "cannot merge: \(error)")
        }
    }

    private static let trainingHint = "train one model on the texts of both models with: ilk train"

    private static func counted(
        _ model: any TextModel
    ) throws(RegistryError) -> (model: BayesModel, counts: FeatureCounts) {
        guard let model = model as? BayesModel else {
            throw RegistryError(
                .cannotMerge, "cannot merge a \(model.kind.rawValue) model: it has no counts",
                hint: trainingHint)
        }
        do {
            guard let counts = try model.counts() else {
                throw RegistryError(
                    .cannotMerge, "cannot merge: a model has no counts (trained with 'ilk train --strip')",
                    hint: trainingHint)
            }
            return (model, counts)
        } catch let error as RegistryError {
            throw error
        } catch {
            throw RegistryError(.cannotMerge, "cannot merge: the counts of a model cannot be read: \(error)")
        }
    }

    private static func checkAlike(_ first: BayesModel, _ second: BayesModel) throws(RegistryError) {
        guard first.taxonomy.categories == second.taxonomy.categories else {
            let names = [first, second].map { Suggestion.list($0.taxonomy.categories.map(\.rawValue)) }
            throw RegistryError(
                .cannotMerge, "cannot merge: the models have different labels: \(names[0]); \(names[1])",
                hint: "train both models with the same labels")
        }
        guard first.manifest.settings == second.manifest.settings else {
            throw RegistryError(
                .cannotMerge, "cannot merge: the models were trained with different settings",
                hint: "compare the models with: ilk model diff")
        }
        let tokenizers = [first, second].compactMap(\.manifest.tokenizer)
        guard Set(tokenizers).count < 2 else {
            throw RegistryError(
                .cannotMerge, "cannot merge: the models were trained with different tokenizers",
                hint: "train both models again with this version of ilk")
        }
        guard first.manifest.icuVersion == second.manifest.icuVersion else {
            throw RegistryError(
                .cannotMerge,
                "cannot merge: the models were trained with ICU \(first.manifest.icuVersion) and ICU \(second.manifest.icuVersion)",
                hint: "train both models again with this version of ilk")
        }
    }

    private static func groupWeights(_ first: BayesModel, _ second: BayesModel) -> GroupWeights {
        var groupWeights = first.manifest.groupWeights
        let other = second.manifest.groupWeights
        guard groupWeights != other else { return groupWeights }
        let counts = (
            Double(first.documents.reduce(0, +)), Double(second.documents.reduce(0, +))
        )
        let sum = max(1, counts.0 + counts.1)
        func mean(_ rows: [[Double]], _ others: [[Double]]) -> [[Double]] {
            zip(rows, others).map { zip($0, $1).map { ($0 * counts.0 + $1 * counts.1) / sum } }
        }
        groupWeights.styleFeatures = mean(groupWeights.styleFeatures, other.styleFeatures)
        groupWeights.featureGroups = mean(groupWeights.featureGroups, other.featureGroups)
        return groupWeights
    }
}
