import FoundationEssentials
import IlkDomains
import IlkStore
import IlkSyncStore
import IlkTransport

/// The replica of a usage file: what of it is synced, in a file beside it.
enum UsageReplica {
    /// Where the replica of a usage file is.
    static func path(of usage: String) -> String { usage + ".sync" }

    /// Opens the replica. One of a store that is not there any more, because it was purged as a whole or restored, goes,
    /// and what is synced after it is synced anew.
    ///
    /// - Parameter isNewAllowed: Whether one may be begun in the place of one that went: only who says with which hub
    ///   means the new usage.
    /// - Throws: `CommandFailure` where one went and none may be begun; `StoreError`.
    static func open(
        of usage: String, _ store: UsageStore, isNewAllowed: Bool
    ) async throws -> ReplicaStore {
        let replica = try ReplicaStore.open(.file(path(of: usage)))
        // Up to where changes were told begins with the name of their list.
        let told = try await replica.mark(DeviceSyncService.markName(of: store))
        guard let list = told?.split(separator: " ").first, try await store.listOfChanges() != String(list)
        else { return replica }
        try replica.close()
        try remove(of: usage)
        guard isNewAllowed else {
            throw CommandFailure(
                .usage, "the usage was purged or restored since it was synced",
                hint: "to sync it again, say with which hub: --hub <url>")
        }
        return try ReplicaStore.open(.file(path(of: usage)))
    }

    /// Removes the replica, if there is one and nobody syncs it: the next sync begins anew.
    static func remove(of usage: String) throws {
        let path = path(of: usage)
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            try ReplicaStore.remove(path)
        } catch let error as StoreError where error.code == .busy {
            throw CommandFailure(
                .tryAgain, "another program is syncing this usage", hint: "let it end, then try again")
        }
    }
}
