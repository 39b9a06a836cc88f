import IlkConsole
import ArgumentParser

/// The options for the usage store, and for the time zone and locale of output.
struct UsageFileOptions: StoreFileOptions {
    @Option(
        "The usage store. (default: usage.sqlite in the data folder)", value: "file",
        completion: .file())
    var usageFile: String?

    var file: String? { usageFile }

    @OptionGroup var zoned: ZoneOptions

    var settings: StoreSettings { StoreSettings(file: file, zone: zoned.zone) }
}
