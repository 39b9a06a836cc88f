import IlkTraining
import IlkLog
import IlkLearning
import IlkModels
import IlkRules
import IlkVocabulary

/// A retrained model before the decision about its promotion.
struct RetrainingCandidate {
    let bytes: [UInt8]
    let model: BayesModel
    let parent: RetrainingBase
    /// The corrections used for training.
    let learned: [CorrectedText]

    /// Trains the model from the counts of the base version and of a log.
    ///
    /// - Parameter learned: The corrections that are included in the counts, for the rule counts.
    init(
        _ counted: LogCounts, _ parent: RetrainingBase, _ learned: [CorrectedText], _ rules: RuleSet?
    ) throws {
        let weights = [counted.trace.ruleWeight, counted.trace.unlabeledWeight]
        let plain = try counted.counts.model(addedTo: parent.model, counts: parent.counts, weights: weights)
        bytes = try Self.addingRules(to: plain, of: parent.model, learned, rules, ages: counted.ages)
        model = try BayesModel(ModelStorage(copying: bytes))
        self.parent = parent
        self.learned = learned
    }

    /// The corrections, as described in the manifest.
    var data: VersionManifest.DataSet {
        VersionManifest.DataSet(
            name: "corrections of the log", of: learned.map { ($0.digest, $0.category) })
    }
}
