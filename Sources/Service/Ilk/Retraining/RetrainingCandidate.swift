import IlkTraining
import IlkLog
import IlkLearning
import IlkModels
import IlkRules
import IlkVocabulary

/// A model that was retrained, before anybody decided on it.
struct RetrainingCandidate {
    let bytes: [UInt8]
    let model: BayesModel
    let parent: RetrainingParent
    /// The words of people that it learned.
    let learned: [CorrectedText]

    /// Makes the model of the parent's counts and those of a log.
    ///
    /// - Parameter learned: The words of people that are among the counts, from which its rules learn.
    init(
        _ counted: CountedLog, _ parent: RetrainingParent, _ learned: [CorrectedText], _ rules: RuleSet?
    ) throws {
        let weights = [counted.trace.ruleWeight, counted.trace.unlabelledWeight]
        let plain = try counted.counts.model(addedTo: parent.model, counts: parent.counts, weights: weights)
        bytes = try Self.addingRules(to: plain, of: parent.model, learned, rules)
        model = try BayesModel(ModelStorage(copying: bytes))
        self.parent = parent
        self.learned = learned
    }

    /// What people said, as a manifest names it.
    var data: VersionManifest.DataSet {
        VersionManifest.DataSet(
            name: "corrections of the log", of: learned.map { ($0.digest, $0.category) })
    }
}
