package import IlkSyncCommand
package import IlkUsage

extension SyncedFile {
    /// Returns a usage store as a store that the sync commands can handle.
    package static func usage(_ store: UsageStore, at path: String) -> SyncedFile {
        SyncedFile(
            dataName: "usage", store: store, path: path, command: "ilk usage sync",
            prefixes: [UsageSyncMapping.prefix])
    }
}
