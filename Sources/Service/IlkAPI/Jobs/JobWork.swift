import FoundationEssentials
import Ilk
import IlkFiles
import IlkFraming
import IlkLearning
import IlkLog
import IlkStore
import IlkVocabulary

/// The work of retraining and training jobs. It runs the code of `ilk retrain` and `ilk train --name`.
enum JobWork {
    /// Returns the work that retrains a model from the corrections of a log. The new version is activated if
    /// it passes the comparison with the active version.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - set: The label set of the log's taxonomy.
    ///   - options: The options of the retraining.
    ///   - folders: The user's folders.
    static func retraining(
        _ log: ClassificationLogStore, _ set: LabelSet, _ options: RetrainingOptions, _ folders: IlkFolders
    ) -> JobQueue.Work {
        { progress in
            var retraining = Retraining(
                store: log, taxonomy: set.taxonomy, labels: set, folders: folders, now: log.now)
            retraining.willRun = { try progress.report($0.rawValue) }
            return try JSONWriter.bytes(of: await retraining.run(options))
        }
    }

    /// Returns the work that trains and registers a model.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - source: The name under which the manifest of the version lists the texts.
    ///   - taxonomy: The name of the taxonomy.
    ///   - kind: The type of the model.
    ///   - isMultilabel: `true` if a text can have several labels or none.
    ///   - timeLimit: The time limit in seconds from the start of the job, or `nil`.
    ///   - signature: The author of the version, and the reason for it.
    ///   - folders: The user's folders.
    static func training(
        _ texts: [LabeledText], source: String, taxonomy: String, kind: TrainingKind,
        isMultilabel: Bool, timeLimit: Double?, _ signature: ChangeAuthor, _ folders: IlkFolders
    ) -> JobQueue.Work {
        { progress in
            let budget = timeLimit.map { ModelTraining.budget(seconds: $0) }
            var training = ModelTraining(taxonomyName: taxonomy, folders: folders)
            (training.kind, training.isMultilabel) = (kind, isMultilabel)
            let registration = ModelRegistration(name: taxonomy, signature: signature, folders: folders) {
                try progress.report("measuring")
            }
            let report = try registration.run(
                texts, files: [source], training
            ) { texts, taxonomy, share in
                try training.train(texts, taxonomy, budget: budget, share: share) { count in
                    try progress.report("training", count.map { Double($0) / Double(max(1, texts.count)) })
                }
            }
            return try JSONWriter.bytes(of: report.fields)
        }
    }
}
