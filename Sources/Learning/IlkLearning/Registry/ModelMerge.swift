import IlkTraining
public import IlkModels
import IlkVocabulary

/// Adds what two models of counts have counted.
///
/// The counts of two sets of texts are the sum of the counts of each. Two versions that come from one have its texts in
/// both: with that one as the base they are taken off once, so that no text counts twice.
///
/// Equal to training on all texts at once but for features that fewer texts have than a model keeps: what each side left
/// out is not there to be added up.
public enum ModelMerge {
    /// The bytes of the model of both.
    ///
    /// Scales that differ become the mean of both, each weighed by its number of texts: no text is there to fit them anew.
    ///
    /// - Parameters:
    ///   - first: A model of counts.
    ///   - second: Another one.
    ///   - base: What both were made from, or nil.
    /// - Throws: ``RegistryError`` with `cannotMerge`, saying why.
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
            return try BayesTrainer(resuming: sum, settings: manifest.settings).build(
                scales: scales(left.model, right.model))
        } catch let error as RegistryError {
            throw error
        } catch {
            throw RegistryError(.cannotMerge, "the counts cannot be added: \(error)")
        }
    }

    private static func counted(
        _ model: any TextModel
    ) throws(RegistryError) -> (model: BayesModel, counts: FeatureCounts) {
        guard let model = model as? BayesModel else {
            throw RegistryError(
                .cannotMerge, "a \(model.kind.rawValue) model holds no counts: it cannot be merged",
                hint: "train one on the texts of both: ilk train")
        }
        do {
            guard let counts = try model.counts() else {
                throw RegistryError(
                    .cannotMerge, "a model was written without its counts: it cannot be merged")
            }
            return (model, counts)
        } catch let error as RegistryError {
            throw error
        } catch {
            throw RegistryError(.cannotMerge, "the counts cannot be read: \(error)")
        }
    }

    private static func checkAlike(_ first: BayesModel, _ second: BayesModel) throws(RegistryError) {
        guard first.taxonomy.categories == second.taxonomy.categories else {
            throw RegistryError(.cannotMerge, "the models decide among different categories")
        }
        guard first.manifest.settings == second.manifest.settings else {
            throw RegistryError(
                .cannotMerge, "the models were trained with different settings",
                hint: "see which with: ilk model diff")
        }
        guard first.manifest.icuVersion == second.manifest.icuVersion else {
            throw RegistryError(
                .cannotMerge,
                "ICU \(first.manifest.icuVersion) cut the texts of one, ICU \(second.manifest.icuVersion) those of the other"
            )
        }
    }

    private static func scales(_ first: BayesModel, _ second: BayesModel) -> BayesScales {
        var scales = first.manifest.scales
        let other = second.manifest.scales
        guard scales != other else { return scales }
        let counts = (
            Double(first.documents.reduce(0, +)), Double(second.documents.reduce(0, +))
        )
        let sum = max(1, counts.0 + counts.1)
        func mean(_ rows: [[Double]], _ others: [[Double]]) -> [[Double]] {
            zip(rows, others).map { zip($0, $1).map { ($0 * counts.0 + $1 * counts.1) / sum } }
        }
        scales.signals = mean(scales.signals, other.signals)
        scales.families = mean(scales.families, other.families)
        return scales
    }
}
