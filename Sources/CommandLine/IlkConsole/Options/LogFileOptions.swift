package import ArgumentParser
package import Ilk
import IlkVocabulary

/// Where the log is.
package struct LogFileOptions: StoreFileOptions {
    @Option(
        help: ArgumentHelp(
            "The log's file. (default: ilk/log.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    package var logFile: String?

    package var file: String? { logFile }

    /// The files of the store, which no output replaces.
    package func files(_ folders: IlkFolders) -> [String] {
        OutputTarget.files(ofStore: logFile ?? folders.log(taxonomy: Taxonomy.documentType.name))
    }

    package init() {}
}
