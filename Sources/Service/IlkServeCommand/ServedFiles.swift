import IlkConsole
import FoundationEssentials

/// The databases of one run of `ilk serve`.
struct ServedFiles {
    private let files: [(path: String, content: String)]

    /// The databases that are opened.
    ///
    /// - Parameters:
    ///   - settings: What is served.
    ///   - log: The file of the log, if there is to be one.
    init(_ settings: ServingSettings, log: String) {
        var files = [(settings.hubFile, "accounts, tokens and synced records")]
        if let debug = settings.debugFile { files.append((debug, "debug events")) }
        if settings.isLogging { files.append((log, "texts and verdicts")) }
        self.files = files
    }

    /// A line for each database that is missing and will be created.
    var newFiles: [String] {
        files.filter { !FileManager.default.fileExists(atPath: $0.path) }
            .map { "creating \($0.path) for \($0.content)" }
    }
}
