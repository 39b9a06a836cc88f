package import IlkFiles
import IlkConsole
package import ArgumentParser
import FoundationEssentials
import Ilk
import IlkStore
package import IlkSyncStore

/// Where accounts, tokens and synced records are.
package struct HubFileOptions: ParsableArguments {
    @Option(
        "The file of accounts, tokens and synced records. (default: ilk/hub.sqlite in the user's data folder)",
        value: "file", completion: .file())
    package var hubFile: String?

    /// The path of the file.
    package func path(_ folders: IlkFolders) -> String { hubFile ?? folders.hub }

    package init() {}
}

/// The file of a hub.
package enum HubFile {
    /// Opens a hub for writing. A missing file and its folder are created.
    package static func open(_ path: String) throws -> HubStore {
        try IlkFolders.makeFolder(of: path)
        return try HubStore.open(.file(path))
    }

    /// Opens a hub for reading; returns `nil` if there is no file.
    package static func openExisting(_ path: String) throws -> HubStore? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try HubStore.open(.file(path), access: .readOnly)
    }
}
