import IlkConsole
import ArgumentParser

/// Where the usage is, and in which zone and language it is shown.
struct UsageFileOptions: StoreFileOptions {
    @Option(
        "The usage file. (default: ilk/usage.sqlite in the user's data folder)", value: "file",
        completion: .file())
    var usageFile: String?

    var file: String? { usageFile }

    @OptionGroup var zoned: ZoneOptions
}
