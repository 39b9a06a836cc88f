import FoundationEssentials
import Ilk
import IlkVocabulary

/// The databases of one run of `ilk serve`.
struct ServedFiles {
    private let files: [(path: String, content: String)]

    /// The databases that the options ask for.
    ///
    /// - Parameters:
    ///   - command: The options.
    ///   - taxonomy: The taxonomy that is served.
    ///   - console: The console, for the user's folders.
    init(_ command: ServeCommand, taxonomy: Taxonomy, _ console: Console) {
        let folders = console.folders
        var files = [(command.hub.hubFile ?? folders.hub, "accounts, tokens and synced records")]
        if command.debug { files.append((command.debugging.path(folders), "debug events")) }
        if command.log {
            files.append(
                (command.logging.logFile ?? folders.log(taxonomy: taxonomy.name), "texts and verdicts"))
        }
        self.files = files
    }

    /// A line for each database that is missing and will be created.
    var newFiles: [String] {
        files.filter { !FileManager.default.fileExists(atPath: $0.path) }
            .map { "creating \($0.path) for \($0.content)" }
    }
}
