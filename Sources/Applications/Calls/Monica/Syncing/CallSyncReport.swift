public import IlkTransport

/// The result of a sync: the reason for its end, and counts.
public struct CallSyncReport: Sendable, Hashable {
    /// The reason for the end of the sync.
    public var ending = SyncOutcome.inSync
    /// The number of calls that were created or replaced on the server.
    public var sent = 0
    /// The number of calls that were deleted on the server.
    public var deleted = 0
    /// The number of calls that were created or changed in this store with content from the server.
    public var received = 0
    /// The number of calls that the server rejected.
    public var refused = 0
    /// The number of conflict copies that were stored.
    public var conflicts = 0
    /// The number of activities that had lost their contacts and got these contacts back.
    public var repaired = 0
    /// The number of all requests, including failed ones.
    public var requests = 0
    /// The number of requests that failed.
    public var failures = 0
    /// The skipped calls, which the store cannot hold: for each server id, the reason.
    public var skipped: [Int32: String] = [:]
    /// The message of the last error, or `nil` if there was no error.
    public var lastError: String?
}

/// A progress event of a sync.
public enum CallSyncEvent: Sendable, Hashable {
    /// A request was made. The report has the counts so far.
    case progress(CallSyncReport)
    /// The rate limit of the server was exceeded. The sync pauses for this time.
    case throttled(milliseconds: UInt64)
    /// A request failed with this message. The request is retried after the pause.
    case retrying(String, milliseconds: UInt64)
}
