public import ArgumentParser
import Ilk
public import IlkVocabulary

extension LogSource: ExpressibleByArgument {}
extension LogLevel: ExpressibleByArgument {}

/// Where the debug events are.
struct DebugFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of debug events. (default: ilk/debug.sqlite in the user's data folder)",
            valueName: "file"),
        completion: .file())
    var debugFile: String?

    /// The path that is meant.
    func path(_ folders: IlkFolders) -> String { debugFile ?? folders.debug }

    /// The files of the store, which no output replaces.
    func files(_ folders: IlkFolders) -> [String] {
        OutputTarget.files(ofStore: debugFile ?? folders.debug)
    }
}
