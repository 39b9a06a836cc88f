package import IlkFiles
package import Ilk
package import FoundationEssentials
package import IlkDebugStore
import IlkVocabulary

extension DebugLogStore {
    /// A retraining of the severity model.
    ///
    /// An event counts if its sender gave it a level. Suggested levels never count. Of events that differ in numbers
    /// and ids only, a few count.
    ///
    /// - Parameters:
    ///   - folders: The folders with the model registry.
    ///   - now: The present time.
    package func retraining(_ folders: IlkFolders, now: Date) -> StoreRetraining {
        StoreRetraining(
            from: self, taxonomy: .severity, folders: folders, now: now,
            words: StoreRetraining.Words(
                signer: "ilk retrain --from debug", store: "debug events", own: "events", label: "a level",
                nothing: "nothing to learn: events of at least two levels are needed (ilk debug import)"))
    }
}
