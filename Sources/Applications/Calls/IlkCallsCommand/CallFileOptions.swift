package import ArgumentParser
package import IlkCalls
package import IlkConsole
import IlkStore

/// The options for the call store, and for the time zone and locale of output.
package struct CallFileOptions: StoreFileOptions {
    @Option(
        "The call store. (default: calls.sqlite in the data folder)", value: "file",
        completion: .file())
    package var callsFile: String?

    package var file: String? { callsFile }

    @OptionGroup package var zoned: ZoneOptions

    package var settings: StoreSettings { StoreSettings(file: file, zone: zoned.zone) }

    /// Opens the store for reading. If the file does not exist, an empty store is returned.
    ///
    /// - Parameter console: The console.
    /// - Throws: `StoreError` if the file cannot be opened.
    package func open(_ console: Console) throws -> CallLogStorage {
        try CallsApplication.open(file, console, access: .readOnly)
    }

    package init() {}
}
