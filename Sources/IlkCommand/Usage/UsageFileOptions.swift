import ArgumentParser
import IlkDomains

/// Where the usage is, and in which zone and language it is shown.
struct UsageFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The usage file. (default: ilk/usage.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var usageFile: String?

    @OptionGroup var zoned: ZoneOptions
}
