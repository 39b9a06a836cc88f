/// A call with all that syncing knows of it, beside what people see.
public struct CallSyncRecord: Sendable, Hashable {
    /// The call; a deleted one too.
    public var call: CallLogEntity
    /// Its place in the outbox: ascending, 0 when it does not wait.
    public var place: Int64 = 0
    /// Whether an attempt to create it may have come through: look there before the next one.
    public var isOutcomeUnknown = false
    /// The versions that went into what was last sent or read, by the digests of their contents, the latest first.
    public var lineage: [UInt64] = []
    /// What the server last said; nil when it never did.
    public var base: CallVersion?
    /// Whether what the server has was written by this store: nobody else may have seen it.
    public var isOurs = false
    /// Whether it was found deleted on the server.
    public var isGone = false
    /// Attempts that nobody knows the end of, since the server last had it.
    public var attempts = 0

    /// A call of which nothing was synced yet.
    public init(call: CallLogEntity) { self.call = call }
}

extension CallSyncStatus {
    /// The steps from here to another status, without this one: the shortest way there is.
    func steps(to status: CallSyncStatus) -> [CallSyncStatus] {
        if self == status { return [] }
        if canBecome(status) { return [status] }
        let next: CallSyncStatus = canBecome(.syncing) ? .syncing : .pending
        return [next] + next.steps(to: status)
    }
}
