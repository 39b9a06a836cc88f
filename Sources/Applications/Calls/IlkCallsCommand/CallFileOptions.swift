package import ArgumentParser
package import Ilk
package import IlkConsole
package import IlkStore

/// Where the calls are, and in which zone and language they are shown.
package struct CallFileOptions: StoreFileOptions {
    @Option(
        help: ArgumentHelp(
            "The calls' file. (default: ilk/calls.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    package var callsFile: String?

    package var file: String? { callsFile }

    @OptionGroup package var zoned: ZoneOptions

    /// The days and the words of the user.
    package func timeline(_ environment: [String: String]) -> LocalTimeline { zoned.timeline(environment) }

    /// The files of the store, which no output replaces.
    package func files(_ folders: IlkFolders) -> [String] {
        OutputTarget.files(ofStore: callsFile ?? folders.calls)
    }

    package init() {}
}
