import ArgumentParser
import Ilk
import IlkDomains

/// Where the calls are, and in which zone and language they are shown.
struct CallFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The calls' file. (default: ilk/calls.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var callsFile: String?

    @OptionGroup var zoned: ZoneOptions

    /// The days and the words of the user.
    func timeline(_ environment: [String: String]) -> CallTimeline { zoned.timeline(environment) }

    /// The files of the store, which no output replaces.
    func files(_ folders: IlkFolders) -> [String] {
        OutputTarget.files(ofStore: callsFile ?? folders.calls)
    }
}
