public import Ilk
public import IlkDebugStore
public import IlkSyncStore

/// What a server serves. What is missing answers 404.
public struct ServerParts: Sendable {
    /// What classifies, and remembers what it said.
    public var classification: TextClassificationService?
    /// Accounts, tokens and synced records.
    public var hub: HubStore?
    /// What takes debug events in.
    public var debug: DebugIntake?
    /// What is counted, as a page for Prometheus made when it is asked for, and its media type.
    public var metrics: (mediaType: String, text: @Sendable () async -> String)?
    /// Whether all is ready: by name, and what is wrong where it is not.
    public var checks: [(name: String, problem: @Sendable () async -> String?)] = []

    /// Nothing yet.
    public init() {}
}
