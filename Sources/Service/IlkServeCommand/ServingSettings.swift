import FoundationEssentials
import Ilk
import IlkConsole
import IlkRedaction
import IlkServer

/// What `ilk serve` serves, and how.
struct ServingSettings {
    /// The address, the limits, and who needs a token.
    var server = ServerSettings()
    /// `true` if a proxy does TLS, so that there is no warning about plain HTTP.
    var isBehindProxy = false
    /// The rules and the model that decide.
    var assembly: PipelineAssembly
    /// The version whose verdicts on each text are compared, counted and logged; `nil` for none.
    var challenger: String?
    /// `true` if texts and verdicts are logged.
    var isLogging = false
    /// The file of the log; `nil` for that of the taxonomy in the user's folder.
    var logFile: String?
    /// The parts of texts that are removed before logging; `nil` for none.
    var redaction: TextRedaction?
    /// The file of accounts, tokens and synced records.
    var hubFile: String
    /// The file of debug events; `nil` if none are accepted.
    var debugFile: String?
    /// The number of days after which the hub forgets a deletion.
    var forgetDeleted = 180

    /// A line for each database that is missing and will be created.
    ///
    /// - Parameter log: The file of the log, if texts are logged.
    func newFiles(log: String) -> [String] {
        var files = [(path: hubFile, content: "accounts, tokens and synced records")]
        if let debugFile { files.append((debugFile, "debug events")) }
        if isLogging { files.append((log, "texts and verdicts")) }
        return files.filter { !FileManager.default.fileExists(atPath: $0.path) }
            .map { "creating \($0.path) for \($0.content)" }
    }
}
