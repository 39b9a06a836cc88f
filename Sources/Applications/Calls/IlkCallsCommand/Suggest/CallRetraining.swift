package import IlkFiles
package import Ilk
package import FoundationEssentials
package import IlkCalls
import IlkVocabulary

extension CallLogStorage {
    /// A retraining of the emotion model.
    ///
    /// A call counts if a person gave it an emotion. Suggested emotions never count.
    ///
    /// - Parameters:
    ///   - folders: The folders with the model registry.
    ///   - now: The present time.
    package func retraining(_ folders: IlkFolders, now: Date) -> StoreRetraining {
        StoreRetraining(
            from: self, taxonomy: .emotion, folders: folders, now: now,
            words: StoreRetraining.Words(
                signer: "ilk retrain --from calls", store: "calls", own: "calls", label: "an emotion",
                nothing:
                    "nothing to learn: calls of at least two emotions are needed (ilk calls add Sarah happy 'notes')"
            ))
    }
}
