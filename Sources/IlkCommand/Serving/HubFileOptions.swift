import ArgumentParser
import FoundationEssentials
import Ilk
import IlkStore
import IlkSyncStore

/// Where accounts, tokens and synced records are.
struct HubFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of accounts, tokens and synced records. (default: ilk/hub.sqlite in the user's data folder)",
            valueName: "file"), completion: .file())
    var hubFile: String?

    /// Opens the hub; it is made, and its folder too, where they are missing.
    func open(_ console: Console) throws(CommandFailure) -> HubStore {
        let path = hubFile ?? console.folders.hub
        do {
            try IlkFolders.makeFolder(of: path)
            return try HubStore.open(.file(path))
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Opens the hub for reading; `nil` if there is none.
    func found(_ console: Console) throws(CommandFailure) -> HubStore? {
        let path = hubFile ?? console.folders.hub
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return try HubStore.open(.file(path), access: .readOnly)
        } catch {
            throw CommandFailure(error)
        }
    }
}
