package import IlkFiles
import IlkCommand
package import IlkConsole
import Ilk
package import IlkLog
import IlkStore
package import IlkSync
package import IlkSyncStore
import IlkTransport
import IlkVocabulary

/// A store of the user's that can be synced, as the commands about that have it.
package protocol ListedStore: SyncedStore {
    /// Which list its changes stand in; nil when none are listed.
    func listOfChanges() async throws -> String?
    /// How many changes are behind a mark.
    func changeCount(after mark: String?) async throws -> Int
}

extension ClassificationLogStore: ListedStore {}

/// A file of the user's that is synced.
package struct SyncedFile {
    /// What is in it, for people.
    package let what: String
    /// The store.
    package let store: any ListedStore
    /// Where it is.
    package let path: String
    /// The command that syncs it, for hints.
    package let command: String
    /// With what the names of its collections begin.
    package let prefix: String

    /// Creates a value from its parts.
    package init(
        what: String, store: any ListedStore, path: String, command: String, prefix: String
    ) {
        self.what = what
        self.store = store
        self.path = path
        self.command = command
        self.prefix = prefix
    }

    /// A classification log. Models that learned from what is erased elsewhere forget it.
    package static func log(
        _ store: ClassificationLogStore, at path: String, _ folders: IlkFolders
    ) -> SyncedFile {
        let learned = LogBook.taxonomy(of: store).map { LearnedLog(store, $0, folders) }
        return SyncedFile(
            what: "log", store: learned ?? store, path: path, command: "ilk log sync",
            prefix: LogSyncMapping(store.taxonomy).prefix)
    }

    /// Says what became of models meanwhile.
    package func tellUnlearned(_ console: Console) { (store as? LearnedLog)?.tell(console) }

    /// The replica: what of it is synced, in a file beside it.
    package var replica: StoreReplica { StoreReplica(path: path, what: what, prefix: prefix) }

    /// How many of its changes were not told to its replica yet.
    package func unknown(to replica: ReplicaStore) async throws -> Int {
        try await store.changeCount(after: try await replica.mark(DeviceSyncService.markName(of: store)))
    }
}
