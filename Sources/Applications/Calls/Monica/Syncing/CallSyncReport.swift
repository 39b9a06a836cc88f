public import IlkTransport

/// What came of syncing, in numbers.
public struct CallSyncReport: Sendable, Hashable {
    /// How it ended.
    public var ending = SyncEnding.inSync
    /// Calls that were created or replaced there.
    public var sent = 0
    /// Calls that were deleted there.
    public var deleted = 0
    /// Calls that are new here, or changed, because the server says so.
    public var received = 0
    /// Calls that the server refused.
    public var refused = 0
    /// Versions that lost and are kept.
    public var conflicts = 0
    /// Activities that had lost their contacts and have them again.
    public var mended = 0
    /// Requests that were made, and those of them that came to nothing.
    public var requests = 0
    /// Requests that came to nothing.
    public var troubles = 0
    /// The server's numbers of calls that no store can hold, with the reason.
    public var passedOver: [Int32: String] = [:]
    /// What was wrong last.
    public var lastTrouble: String?
}

/// What happens while calls are synced, for whoever shows it.
public enum CallSyncEvent: Sendable, Hashable {
    /// A request was made; so many calls have gone and come.
    case progress(CallSyncReport)
    /// Nothing is sent for so many milliseconds, because the server asked for it.
    case throttled(milliseconds: UInt64)
    /// Something came to nothing; it is tried again in so many milliseconds.
    case trouble(String, milliseconds: UInt64)
}
