import FoundationEssentials

/// The file with the sync state of a store, next to the store.
package enum ReplicaFile {
    package static func path(ofStore path: String) -> String { path + ".sync" }

    /// Removes a replica's file. The store keeps its unsent changes, and a later sync sends them.
    ///
    /// - Parameter path: The replica's file.
    /// - Throws: `StoreError` with `busy` if another program is syncing the store.
    package static func remove(_ path: String) throws {
        let held = try StoreLock(path: path + ".sync.lock").heldLock(timeout: .milliseconds(200))
        defer { withExtendedLifetime(held) {} }
        for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + ending) {
            try FileManager.default.removeItem(atPath: path + ending)
        }
    }
}
