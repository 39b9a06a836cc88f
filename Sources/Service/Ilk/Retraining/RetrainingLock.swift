import IlkFiles
import IlkVocabulary
import IlkStore

/// The exclusive right to retrain a user's models of a taxonomy. The lock is released with this value or when
/// the process ends.
///
/// Without the lock, each of two retrainings could add to counts that the other retraining is replacing.
struct RetrainingLock {
    private let held: StoreLock.Held

    /// Acquires the lock without waiting.
    ///
    /// - Throws: ``IlkError``, with `tryLater` if another process holds the lock.
    init(_ folders: IlkFolders, taxonomy: String) throws(IlkError) {
        let path = "\(folders.data)/retraining/\(taxonomy).lock"
        try IlkFolders.makeFolder(of: path)
        do {
            let lock = try StoreLock(path: path)
            do {
                held = try lock.heldLock(timeout: .zero)
            } catch let error as StoreError where error.code == .busy {
                let holder = lock.lastHolder?.description ?? "another process"
                throw IlkError(
                    .tryLater, "\(holder) is retraining the model of \(taxonomy)",
                    hint: "try again later")
            }
        } catch let error as IlkError {
            throw error
        } catch {
            let reported = error as? any ReportedError
            throw IlkError(.cannotCreate, reported?.description ?? "\(path): cannot lock")
        }
    }
}
