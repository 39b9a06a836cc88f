/// A call with its sync metadata.
public struct CallSyncRecord: Sendable, Hashable {
    /// The call, which may be marked as deleted.
    public var call: CallLogEntity
    /// The position of the call in the outbox, or 0 if the call is not in the outbox. Lower positions are
    /// sent first.
    public var outboxPosition: Int64 = 0
    /// `true` if the server may have received the call although no response arrived. Before the sync sends
    /// the call again, it must search for the call on the server.
    public var isOutcomeUnknown = false
    /// The digest of the last sent or received version, followed by the digests of the versions on which this
    /// version is based, latest first.
    public var lineage: [UInt64] = []
    /// The last known version of the call on the server, or `nil` if the server never had the call.
    public var base: CallVersion?
    /// `true` if the version on the server was sent by this store. Other devices may not have read that
    /// version yet.
    public var isOwnVersion = false
    /// `true` if the call was found deleted on the server.
    public var isDeletedRemotely = false
    /// The number of attempts to send the call that got no response since the server last confirmed the call.
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
