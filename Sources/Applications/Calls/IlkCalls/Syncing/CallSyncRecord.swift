/// A call with its sync metadata.
public struct CallSyncRecord: Sendable, Hashable {
    /// The call, which may be marked as deleted.
    public var call: CallLogEntity
    /// The position in the outbox, in ascending order; 0 if the call is not in the outbox.
    public var outboxPosition: Int64 = 0
    /// `true` if the server may have received the call although no response arrived. Before the sync sends
    /// the call again, it must search for the call on the server.
    public var isOutcomeUnknown = false
    /// The digests of the last sent or received version and of the versions that it is based on, the latest
    /// first.
    public var lineage: [UInt64] = []
    /// The last known version of the server; `nil` if the server never had the call.
    public var base: CallVersion?
    /// `true` if this store wrote the version on the server. Other devices may not have read this version
    /// yet.
    public var isOwnVersion = false
    /// `true` if the call was found deleted on the server.
    public var isDeletedRemotely = false
    /// The number of attempts to send the call that ended without a response, since the server last confirmed
    /// the call.
    public var attempts = 0

    /// Creates the record of a call that was never synced.
    ///
    /// - Parameter call: The call.
    public init(call: CallLogEntity) { self.call = call }
}

extension CallSyncStatus {
    /// Returns the statuses on the shortest path to another status, without the current status.
    func steps(to status: CallSyncStatus) -> [CallSyncStatus] {
        if self == status { return [] }
        if canBecome(status) { return [status] }
        let next: CallSyncStatus = canBecome(.syncing) ? .syncing : .pending
        return [next] + next.steps(to: status)
    }
}
