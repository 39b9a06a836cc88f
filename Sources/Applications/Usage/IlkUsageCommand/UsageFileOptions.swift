import IlkConsole
import ArgumentParser
import Ilk

/// Where the usage is, and in which zone and language it is shown.
struct UsageFileOptions: StoreFileOptions {
    @Option(
        help: ArgumentHelp(
            "The usage file. (default: ilk/usage.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var usageFile: String?

    var file: String? { usageFile }

    @OptionGroup var zoned: ZoneOptions

    /// The files of the store, which no output replaces.
    func files(_ folders: IlkFolders) -> [String] {
        OutputTarget.files(ofStore: usageFile ?? folders.usage)
    }
}
