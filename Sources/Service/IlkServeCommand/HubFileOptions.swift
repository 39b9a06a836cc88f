package import IlkFiles
import IlkConsole
package import ArgumentParser
import FoundationEssentials
import Ilk
import IlkStore
package import IlkSyncStore

/// The option for the file of accounts, tokens and synced records.
package struct HubFileOptions: ParsableArguments {
    @Option(
        "The hub's store. (default: hub.sqlite in the data folder)", value: "file", completion: .file())
    package var hubFile: String?

    package func path(_ folders: IlkFolders) -> String { hubFile ?? folders.hub }

    package init() {}
}

package enum HubFile {
    /// Opens a hub for writing, creating the file and its folder if necessary.
    package static func open(_ path: String) throws -> HubStore {
        try IlkFolders.makeFolder(of: path)
        return try HubStore.open(.file(path))
    }

    /// Opens a hub for reading, or returns `nil` if the file does not exist.
    package static func openExisting(_ path: String) throws -> HubStore? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try HubStore.open(.file(path), access: .readOnly)
    }
}
