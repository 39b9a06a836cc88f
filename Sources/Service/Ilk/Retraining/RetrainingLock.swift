import IlkFiles
import IlkVocabulary
import IlkStore

/// The right to make models of a taxonomy anew: one process of a user has it at a time, and it goes with its holder.
///
/// Two retrainings at once would each add to the counts that the other is replacing.
struct RetrainingLock {
    private let held: StoreLock.Held

    /// Takes it, without waiting.
    ///
    /// - Throws: ``IlkError``: `tryLater` when another process has it, else why it cannot be taken.
    init(_ folders: IlkFolders, taxonomy: String) throws(IlkError) {
        let path = "\(folders.data)/retraining/\(taxonomy).lock"
        try IlkFolders.makeFolder(of: path)
        do {
            let lock = try StoreLock(path: path)
            do {
                held = try lock.held(patience: .zero)
            } catch let error as StoreError where error.code == .busy {
                let holder = lock.lastHolder?.description ?? "another process"
                throw IlkError(
                    .tryLater, "\(holder) is making a model of \(taxonomy) anew",
                    hint: "try again when it is done")
            }
        } catch let error as IlkError {
            throw error
        } catch {
            throw IlkError(.cannotCreate, "cannot lock \(path): \(error)")
        }
    }
}
