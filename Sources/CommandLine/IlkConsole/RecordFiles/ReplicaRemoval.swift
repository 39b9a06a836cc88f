import FoundationEssentials
import IlkStore

/// Removes the sync state of a store that is about to be replaced.
package enum ReplicaRemoval {
    /// Removes the sync state of a store, if there is any. The next sync then starts from the beginning.
    ///
    /// - Throws: `tryAgain` if another program is syncing the store.
    package static func remove(ofStore path: String, _ what: String) throws {
        let replica = ReplicaFile.path(ofStore: path)
        guard FileManager.default.fileExists(atPath: replica) else { return }
        do {
            try ReplicaFile.remove(replica)
        } catch let error as StoreError where error.code == .busy {
            throw CommandError(
                .tryAgain, "another program is syncing this \(what)",
                hint: "try again after the sync has ended")
        }
    }
}
