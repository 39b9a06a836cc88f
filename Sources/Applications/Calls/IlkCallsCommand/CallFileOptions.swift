package import ArgumentParser
package import IlkCalls
package import IlkConsole
import IlkStore

/// Where the calls are, and in which zone and language they are shown.
package struct CallFileOptions: StoreFileOptions {
    @Option(
        "The calls' file. (default: ilk/calls.sqlite in the user's data folder)", value: "file",
        completion: .file())
    package var callsFile: String?

    package var file: String? { callsFile }

    @OptionGroup package var zoned: ZoneOptions

    /// Opens the calls to read them. Without a file there are none.
    package func open(_ console: Console) throws -> CallLogStorage {
        try CallsApplication.open(file, console, access: .readOnly)
    }

    package init() {}
}
