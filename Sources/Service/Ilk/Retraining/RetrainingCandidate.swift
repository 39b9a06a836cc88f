import IlkTraining
import IlkLog
import IlkLearning
import IlkModels
import IlkRules
import IlkVocabulary

/// A retrained model before the decision about its promotion.
struct RetrainingCandidate {
    let bytes: [UInt8]
    let model: any TextModel
    let base: RetrainingBase
    /// The corrections used for training.
    let learned: [CorrectedText]
    /// For each correction in the head, the labels that a model trained without this correction predicts.
    let labelsWithoutText: [ContentDigest: Set<Category>]

    /// Trains the model from the base version and a log. If the base version has counts, the model contains
    /// the sum of the base version's and the log's counts. In any case, the model contains a head that is
    /// fitted to the corrections.
    ///
    /// - Parameters:
    ///   - learned: The corrections that are included in the counts.
    ///   - rules: The rules that complement the model, or `nil`.
    ///   - assembly: The assembly of the base version's pipeline.
    init(
        _ counted: LogCounts, _ base: RetrainingBase, _ learned: [CorrectedText], _ rules: RuleSet?,
        _ assembly: PipelineAssembly
    ) throws {
        var bytes: [UInt8]
        if let counting = base.counting {
            let weights = [counted.trace.ruleWeight, counted.trace.unlabeledWeight]
            bytes = try counted.counts.model(
                addedTo: counting.model, counts: counting.counts, weights: weights)
            bytes = try Self.addingRules(to: bytes, of: counting.model, learned, rules, ages: counted.ages)
        } else {
            bytes = base.model.storage.copied()
        }
        let head = try CorrectionHead.fitted(to: learned, ages: counted.ages, on: base, rules, assembly)
        if let head { bytes = try ResidualHead.added(head.solution.rounded(), to: bytes) }
        self.bytes = bytes
        model = try ModelReader.read(ModelStorage(copying: bytes))
        labelsWithoutText = head?.labelsWithoutText ?? [:]
        self.base = base
        self.learned = learned
    }

    /// The corrections, as described in the manifest.
    var data: VersionManifest.DataSet {
        VersionManifest.DataSet(
            name: "corrections of the log", of: learned.map { ($0.digest, $0.category) })
    }
}
