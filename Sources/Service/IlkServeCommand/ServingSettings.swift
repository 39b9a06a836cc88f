import FoundationEssentials
import Ilk
import IlkConsole
import IlkRedaction
import IlkAPI

struct ServingSettings {
    /// The address, the limits and the access rules.
    var server = ServerSettings()
    /// The labels that `/v1/moderations` flags. Empty for the default, `spam`.
    var flaggedLabels: [String] = []
    /// `true` if a proxy terminates TLS. This disables the warning about plain HTTP.
    var isBehindProxy = false
    /// The taxonomies to classify by. A request that names no taxonomy is classified by the first one.
    var taxonomies: [Classifier]
    /// The version that also classifies each text for comparison, or `nil` to compare nothing.
    var challenger: String?
    /// `true` if texts and verdicts are logged.
    var isLogging = false
    /// `true` if the features of texts are logged too.
    var logsFeatures = false
    /// The file of the log, or `nil` for the taxonomy's log in the user's folder.
    var logFile: String?
    /// The file of accounts, tokens and synced records.
    var hubFile: String
    /// The file of jobs and of recorded changes.
    var serviceFile: String
    /// The intervals of scheduled tasks.
    var schedule: [ScheduleChoice] = []
    /// The file of debug events, or `nil` if none are accepted.
    var debugFile: String?
    /// `true` if the server applies the retention rules of the stores.
    var appliesRetention = true
    /// The files of calls and of usage, or `nil` for the user's default files.
    var callsFile: String?
    var usageFile: String?
    /// `true` if the server has pages for people.
    var servesPages = true
    /// `true` to print a one-time sign-in link for the pages.
    var opensPage = false
    /// The folder whose files replace files of the pages, or `nil` to replace none.
    var pageFiles: String?
    /// The number of days after which the hub drops tombstones.
    var forgetDeleted = 180

    /// The classifier of a taxonomy.
    struct Classifier {
        var assembly: PipelineAssembly
        /// The types of data that are redacted before logging, or `nil` for none.
        var redaction: TextRedaction?
    }

    /// Returns the interval of a scheduled task in seconds, or `nil` if the task is switched off.
    ///
    /// - Parameters:
    ///   - name: The name of the task.
    ///   - standard: The default interval in seconds, or `nil` if the task is off by default.
    func every(_ name: ScheduleChoice.Name, standard: Int?) -> Int? {
        guard let choice = schedule.first(where: { $0.name == name }) else { return standard }
        return choice.every
    }

    /// Returns a message for each database that will be created.
    ///
    /// - Parameter logs: The files of the logs, used if texts are logged.
    func newFiles(logs: [String]) -> [String] {
        var files = [(path: hubFile, content: "accounts, tokens and synced records")]
        files.append((serviceFile, "jobs and changes"))
        if let debugFile { files.append((debugFile, "debug events")) }
        if isLogging { files += logs.map { ($0, "texts and verdicts") } }
        return files.filter { !FileManager.default.fileExists(atPath: $0.path) }
            .map { "creating \($0.path) for \($0.content)" }
    }
}
