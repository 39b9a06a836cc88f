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
    let rules: RuleSet?
    /// The words of people that it learned.
    let learned: [CorrectedText]

    /// What people said, as a manifest names it.
    var data: VersionManifest.DataSet {
        VersionManifest.DataSet(
            name: "corrections of the log", of: learned.map { ($0.digest, $0.category) })
    }
}
