import IlkConsole
public import ArgumentParser
package import Ilk
public import IlkVocabulary

extension LogSource: ExpressibleByArgument {}
extension LogLevel: ExpressibleByArgument {}

/// Where the debug events are.
package struct DebugFileOptions: StoreFileOptions {
    @Option(
        help: ArgumentHelp(
            "The file of debug events. (default: ilk/debug.sqlite in the user's data folder)",
            valueName: "file"),
        completion: .file())
    package var debugFile: String?

    package var file: String? { debugFile }

    /// The path that is meant.
    package func path(_ folders: IlkFolders) -> String { debugFile ?? folders.debug }

    /// The files of the store, which no output replaces.
    package func files(_ folders: IlkFolders) -> [String] {
        OutputTarget.files(ofStore: debugFile ?? folders.debug)
    }

    package init() {}
}
