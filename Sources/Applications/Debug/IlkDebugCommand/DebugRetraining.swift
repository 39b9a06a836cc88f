public import IlkFiles
import IlkStore
public import Ilk
public import FoundationEssentials
public import IlkDebugStore
public import IlkLearning
public import IlkVocabulary

/// Makes a model of levels of what senders said of their events, measures it against the one in use, and puts it to use
/// unless it is worse.
///
/// An event counts when its sender gave it a level; what was only suggested never does. Of events that differ in numbers and
/// ids only, a few count.
public struct DebugRetraining: Sendable {
    private let store: DebugLogStore
    private let learning: StoreRetraining

    /// A retraining from a debug log.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - folders: Where the model registry is.
    ///   - now: What time it is.
    public init(store: DebugLogStore, folders: IlkFolders, now: Date) {
        self.store = store
        learning = StoreRetraining(
            taxonomy: .severity, store: store.location.path, folders: folders, now: now,
            words: StoreRetraining.Words(
                signer: "ilk retrain --from debug", store: "debug events", own: "events", label: "a level",
                nothing: "nothing to learn: events of at least two levels are needed (ilk debug import)"))
    }

    /// Learns, measures, and promotes unless worse.
    ///
    /// - Parameters:
    ///   - texts: Labelled texts that give it a start; texts of other labels than the levels are left out.
    ///   - promotes: Whether anything is written; else it is a dry run.
    ///   - progress: Called now and then; what it throws ends the run.
    /// - Throws: ``IlkError``, with `tryLater` while another process makes a model of levels anew; `RegistryError`, and
    ///   the store's errors.
    public func run(
        beginningWith texts: [LabelledText] = [], promotes: Bool = true, progress: () throws -> Void = {}
    ) async throws -> StoreRetrainingReport {
        try await store.verify()
        return try await learning.run(
            try await store.labelledRecords(), beginningWith: texts, promotes: promotes,
            holds: { try await store.holds($0) }, progress: progress)
    }

    /// Deletes the versions that learned from records that are gone. When one of them is in use, what was there before any
    /// takes its place.
    ///
    /// - Throws: As ``run(beginningWith:promotes:progress:)``.
    public func forgetErased() async throws -> ModelRegistry.Forgotten {
        try await learning.forgetErased { try await store.holds($0) }
    }
}
