import Ilk
import IlkDomains
import IlkStore
import IlkSync
import IlkSyncStore
import IlkTransport
import IlkVocabulary

/// A store of the user's that can be synced, as the commands about that have it.
protocol ListedStore: SyncedStore {
    /// Which list its changes stand in; nil when none are listed.
    func listOfChanges() async throws -> String?
    /// How many changes are behind a mark.
    func changeCount(after mark: String?) async throws -> Int
}

extension UsageStore: ListedStore {}
extension ClassificationLogStore: ListedStore {}

/// A file of the user's that is synced.
struct SyncedFile {
    /// What is in it, for people.
    let what: String
    /// The store.
    let store: any ListedStore
    /// Where it is.
    let path: String
    /// The command that syncs it, for hints.
    let command: String
    /// With what the names of its collections begin.
    let prefix: String

    /// A usage file.
    static func usage(_ store: UsageStore, at path: String) -> SyncedFile {
        SyncedFile(
            what: "usage", store: store, path: path, command: "ilk usage sync",
            prefix: UsageSyncMapping.prefix)
    }

    /// A classification log. Models that learned from what is erased elsewhere forget it.
    static func log(
        _ store: ClassificationLogStore, at path: String, _ folders: IlkFolders
    ) -> SyncedFile {
        let learned = LogBook.taxonomy(of: store).map { LearnedLog(store, $0, folders) }
        return SyncedFile(
            what: "log", store: learned ?? store, path: path, command: "ilk log sync",
            prefix: LogSyncMapping(store.taxonomy).prefix)
    }

    /// Says what became of models meanwhile.
    func tellUnlearned(_ console: Console) { (store as? LearnedLog)?.tell(console) }

    /// The replica: what of it is synced, in a file beside it.
    var replica: StoreReplica { StoreReplica(path: path, what: what, prefix: prefix) }

    /// How many of its changes were not told to its replica yet.
    func unknown(to replica: ReplicaStore) async throws -> Int {
        try await store.changeCount(after: try await replica.mark(DeviceSyncService.markName(of: store)))
    }
}
