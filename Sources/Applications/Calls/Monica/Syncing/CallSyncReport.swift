public import IlkTransport

/// The result of a sync, in numbers.
public struct CallSyncReport: Sendable, Hashable {
    /// The reason for the end of the sync.
    public var ending = SyncOutcome.inSync
    /// The number of calls that were created or replaced on the server.
    public var sent = 0
    /// The number of calls that were deleted on the server.
    public var deleted = 0
    /// The number of calls that were created or changed in this store because of the server.
    public var received = 0
    /// The number of calls that the server rejected.
    public var refused = 0
    /// The number of conflict copies that were stored.
    public var conflicts = 0
    /// The number of activities whose lost contacts were restored.
    public var repaired = 0
    /// The number of all requests, including failed ones.
    public var requests = 0
    /// The number of requests that failed.
    public var failures = 0
    /// The reasons why the store cannot hold some calls of the server, by server id.
    public var skipped: [Int32: String] = [:]
    /// The message of the last error.
    public var lastError: String?
}

/// A progress event of a sync.
public enum CallSyncEvent: Sendable, Hashable {
    /// A request was made. The report has the counts so far.
    case progress(CallSyncReport)
    /// The server limits the rate of requests; the sync pauses for this time.
    case throttled(milliseconds: UInt64)
    /// A request failed with this message; it is retried after the pause.
    case retrying(String, milliseconds: UInt64)
}
