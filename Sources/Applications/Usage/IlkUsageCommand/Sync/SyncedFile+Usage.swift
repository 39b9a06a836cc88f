package import IlkSyncCommand
package import IlkUsage

extension SyncedFile {
    /// Returns the synced file of a usage store.
    package static func usage(_ store: UsageStore, at path: String) -> SyncedFile {
        SyncedFile(
            dataName: "usage", store: store, path: path, command: "ilk usage sync",
            prefixes: [UsageSyncMapping.prefix])
    }
}
