package import IlkConsole
import FoundationEssentials
import IlkStore
package import IlkSync
package import IlkSyncStore
import IlkTransport

/// The replica file next to a store's file.
package struct StoreReplica {
    private let store: String
    private var file: String { ReplicaFile.path(ofStore: store) }
    private let what: String
    private let settings: SyncSettings

    /// - Parameters:
    ///   - path: The store's file.
    ///   - what: The name of the data in messages.
    ///   - prefixes: The prefixes of the store's collections, or `nil` if the replica will only be removed.
    package init(path: String, what: String, prefixes: [String]? = nil) {
        store = path
        self.what = what
        var settings = SyncSettings()
        settings.prefixes = prefixes
        self.settings = settings
    }

    /// `true` if the store was ever synced.
    package var exists: Bool { FileManager.default.fileExists(atPath: file) }

    /// Opens the replica, or returns `nil` if there is none.
    package func openExisting() throws -> ReplicaStore? {
        try ReplicaStore.existing(ofStore: store, settings: settings)
    }

    /// Opens the replica. If the store was purged or restored since the last sync, the replica is removed
    /// first.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - isNewAllowed: `true` to create a new replica after removing the old one. Pass `true` only if the
    ///     user named the hub in an option. The user then wants to sync the purged or restored store.
    /// - Throws: `CommandError` if the replica was removed and no new one is allowed, or `StoreError`.
    package func open(_ store: any ChangeTrackingStore, isNewAllowed: Bool) async throws -> ReplicaStore {
        let replica = try ReplicaStore.open(.file(file), settings: settings)
        // The mark starts with the name of the store's change list. A restored store has another list.
        let told = try await replica.mark(DeviceSyncService.markName(of: store))
        guard let list = told?.split(separator: " ").first, try await store.changeListID() != String(list)
        else { return replica }
        try replica.close()
        try remove()
        guard isNewAllowed else {
            throw CommandError(
                .usage, "the \(what) was purged or restored since its last sync",
                hint: "to sync the \(what) again, specify the hub: --hub URL")
        }
        return try ReplicaStore.open(.file(file), settings: settings)
    }

    /// Removes the replica after confirmation. No file is opened before the user confirms.
    ///
    /// - Returns: `false` with `--dry-run`.
    /// - Throws: The errors of ``ErasurePermission/allows(_:_:_:)`` and ``remove()``.
    package func remove(_ erasure: ErasurePermission, _ console: Console) throws -> Bool {
        guard exists else { return !erasure.isDryRun }
        let what = "the sync state of the \(what) and its conflict copies"
        guard try erasure.allows("delete", what, console) else { return false }
        try remove()
        return true
    }

    /// Removes the replica, unless another program is syncing it. The next sync starts from scratch.
    package func remove() throws {
        try ReplicaRemoval.remove(ofStore: store, what)
    }
}
