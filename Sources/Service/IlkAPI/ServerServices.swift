public import Ilk
public import IlkDebugStore
public import IlkFiles
package import IlkHTTP
public import IlkLog
public import IlkSyncStore

/// The services of a server. Routes of missing services answer 404.
public struct ServerServices: Sendable {
    /// Classifies texts and logs the verdicts.
    public var classification: TextClassificationService?
    /// The services by the names of their taxonomies. A request selects one with the option `taxonomy`;
    /// ``classification`` answers requests without the option.
    public var taxonomies: [(name: String, service: TextClassificationService)] = []
    /// The folders of the user whose logs, taxonomies and models the server reads and changes; `nil` for
    /// none.
    public var folders: IlkFolders?
    /// The file of calls that the API reads, or `nil` for the default file of the user.
    public var callsFile: String?
    /// The file of usage that the API reads, or `nil` for the default file of the user.
    public var usageFile: String?
    /// The file of debug events that the API reads, or `nil` for the default file of the user.
    public var debugFile: String?
    /// The logs that the server writes, by the names of their taxonomies.
    public var logs: [(taxonomy: String, store: ClassificationLogStore)] = []
    /// The logs of all taxonomies, or `nil` to create them from ``logs`` and ``folders``.
    package var shelf: LogShelf?
    /// Parses mail messages, or `nil` to accept no mail.
    package var messages: (any MessageReading)?
    /// Records changes, and recognizes repeated requests.
    package var service: ServiceStore?
    /// Runs jobs.
    package var jobs: JobQueue?
    /// Runs scheduled work.
    package var scheduler: Scheduler?
    /// Returns the routes of the web pages for people, or `nil` for no pages. Pages need ``hub``.
    package var pages: (@Sendable (PageBackend) -> [Route])?
    /// The settings of the server, each with its origin (default, option or environment variable).
    /// Administrators can read them.
    package var configuration: [ServerSetting] = []
    /// Accounts, tokens and synced records.
    public var hub: HubStore?
    /// Accepts debug events.
    public var debug: DebugIntake?
    /// The media type of the metrics page, and a function that returns the page in the Prometheus text
    /// format.
    public var metrics: (mediaType: String, text: @Sendable () async -> String)?
    /// The version of the program, for the OpenAPI document.
    public var version = "unknown"
    /// The readiness checks by name. A check returns a problem, or `nil` if there is none.
    public var checks: [(name: String, problem: @Sendable () async -> String?)] = []

    /// Creates a value without services.
    public init() {}
}
