import IlkConsole
import ArgumentParser

/// The options for the usage store, and for the time zone and locale of output.
struct UsageFileOptions: StoreFileOptions {
    @Option(
        "Usage store. (default: ilk/usage.sqlite in user data)", value: "file",
        completion: .file())
    var usageFile: String?

    var file: String? { usageFile }

    @OptionGroup var zoned: ZoneOptions

    var settings: StoreSettings { StoreSettings(file: file, zone: zoned.zone) }
}
