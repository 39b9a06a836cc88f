import ArgumentParser
import Ilk
import IlkVocabulary

/// Where the log is.
struct LogFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The log's file. (default: ilk/log.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var logFile: String?

    /// The files of the store, which no output replaces.
    func files(_ folders: IlkFolders) -> [String] {
        OutputTarget.files(ofStore: logFile ?? folders.log(taxonomy: Taxonomy.documentType.name))
    }
}
