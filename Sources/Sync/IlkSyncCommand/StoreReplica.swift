package import IlkConsole
import FoundationEssentials
import IlkStore
import IlkSync
package import IlkSyncStore
import IlkTransport

/// The replica of a store's file: what of it is synced, in a file beside it.
package struct StoreReplica {
    private let store: String
    private var file: String { ReplicaFile.path(ofStore: store) }
    private let what: String
    private let settings: SyncSettings

    /// The replica of a store.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - what: What is in it, for people.
    ///   - prefix: With what the names of its collections begin; nil where it is only to go.
    package init(path: String, what: String, prefix: String? = nil) {
        store = path
        self.what = what
        var settings = SyncSettings()
        settings.prefixes = prefix.map { [$0] }
        self.settings = settings
    }

    /// Whether the store was ever synced.
    package var isThere: Bool { FileManager.default.fileExists(atPath: file) }

    /// Opens the replica as it is; nil when there is none.
    package func found() throws -> ReplicaStore? {
        isThere ? try ReplicaStore.open(.file(file), settings: settings) : nil
    }

    /// Opens the replica. One of a store that is not there any more, because it was purged as a whole or restored, goes,
    /// and what is synced after it is synced anew.
    ///
    /// - Parameter isNewAllowed: Whether one may be begun in the place of one that went: only who says with which hub
    ///   means the new store.
    /// - Throws: `CommandFailure` where one went and none may be begun; `StoreError`.
    package func open(_ store: any ListedStore, isNewAllowed: Bool) async throws -> ReplicaStore {
        let replica = try ReplicaStore.open(.file(file), settings: settings)
        // Up to where changes were told begins with the name of their list.
        let told = try await replica.mark(DeviceSyncService.markName(of: store))
        guard let list = told?.split(separator: " ").first, try await store.listOfChanges() != String(list)
        else { return replica }
        try replica.close()
        try remove()
        guard isNewAllowed else {
            throw CommandFailure(
                .usage, "the \(what) was purged or restored since it was synced",
                hint: "to sync it again, say with which hub: --hub <url>")
        }
        return try ReplicaStore.open(.file(file), settings: settings)
    }

    /// Removes the replica after a question. The store and the replica are not opened before the answer.
    ///
    /// - Returns: `false` with `--dry-run`.
    /// - Throws: As ``ErasurePermission/allows(_:_:_:)`` and ``remove()``.
    package func remove(_ erasure: ErasurePermission, _ console: Console) throws -> Bool {
        guard isThere else { return !erasure.isDryRun }
        let what = "the sync state of the \(what), with values that lost"
        guard try erasure.allows("delete", what, console) else { return false }
        try remove()
        return true
    }

    /// Removes the replica, if there is one and nobody syncs it: the next sync begins anew.
    package func remove() throws {
        try ReplicaRemoval.remove(ofStore: store, what)
    }
}
