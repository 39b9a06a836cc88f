public import IlkFiles
import IlkStore
public import Ilk
public import FoundationEssentials
public import IlkCalls
public import IlkLearning
public import IlkVocabulary

/// Makes a model of emotions of what people said of their calls, measures it against the one in use, and puts it to use
/// unless it is worse.
///
/// A call counts when a person gave it an emotion; what was only suggested never does. Of 30 such calls and more one in
/// five is held back to measure with, always the same ones.
public struct CallRetraining: Sendable {
    /// Who makes versions, as the registry names them.
    package static let signer = "ilk retrain --from calls"

    private let storage: CallLogStorage
    private let learning: StoreRetraining

    /// A retraining from a store's calls.
    ///
    /// - Parameters:
    ///   - storage: The calls.
    ///   - folders: Where the model registry is.
    ///   - now: What time it is.
    public init(storage: CallLogStorage, folders: IlkFolders, now: Date) {
        self.storage = storage
        learning = StoreRetraining(
            taxonomy: .emotion, store: storage.location.path, folders: folders, now: now,
            words: StoreRetraining.Words(
                signer: Self.signer, store: "calls", own: "calls", label: "an emotion",
                nothing:
                    "nothing to learn: calls of at least two emotions are needed (ilk calls add Sarah happy 'notes')"
            ))
    }

    /// Learns, measures, and promotes unless worse.
    ///
    /// - Parameters:
    ///   - texts: Labelled texts that give it a start; texts of other labels than the emotions are left out.
    ///   - promotes: Whether anything is written; else it is a dry run.
    ///   - progress: Called now and then; what it throws ends the run.
    /// - Throws: ``IlkError``, with `tryLater` while another process makes a model of emotions anew; `RegistryError`, and
    ///   the store's errors.
    public func run(
        beginningWith texts: [LabelledText] = [], promotes: Bool = true, progress: () throws -> Void = {}
    ) async throws -> StoreRetrainingReport {
        try await storage.verify()
        return try await learning.run(
            try await storage.labelledRecords(), beginningWith: texts, promotes: promotes,
            holds: { try await storage.holds($0) }, progress: progress)
    }

    /// Deletes the versions that learned from records that are gone. When one of them is in use, what was there before any
    /// takes its place.
    ///
    /// - Throws: As ``run(beginningWith:promotes:progress:)``.
    public func forgetErased() async throws -> ModelRegistry.Forgotten {
        try await learning.forgetErased { try await storage.holds($0) }
    }
}
