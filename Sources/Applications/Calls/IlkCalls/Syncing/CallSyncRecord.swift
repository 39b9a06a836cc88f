/// A call with its sync metadata.
public struct CallSyncRecord: Sendable, Hashable {
    /// The call, which may be marked as deleted.
    public var call: CallLogEntity
    /// The position in the outbox, in ascending order; 0 if the call is not in the outbox.
    public var outboxPosition: Int64 = 0
    /// `true` if the server may have received the call although no response arrived. The sync must look up
    /// the call there before it sends the call again.
    public var isOutcomeUnknown = false
    /// The digests of the versions that the last sent or received version is based on, the latest first.
    public var lineage: [UInt64] = []
    /// The last known version of the server; `nil` if the server never had the call.
    public var base: CallVersion?
    /// `true` if this store wrote the server's version, so other devices may not have read it yet.
    public var isOwnVersion = false
    /// `true` if the call was found deleted on the server.
    public var isDeletedRemotely = false
    /// The number of attempts with an unknown outcome since the server last confirmed the call.
    public var attempts = 0

    /// Creates the record of a call that was never synced.
    ///
    /// - Parameter call: The call.
    public init(call: CallLogEntity) { self.call = call }
}

extension CallSyncStatus {
    /// Returns the shortest sequence of transitions to another status, without the current one.
    func steps(to status: CallSyncStatus) -> [CallSyncStatus] {
        if self == status { return [] }
        if canBecome(status) { return [status] }
        let next: CallSyncStatus = canBecome(.syncing) ? .syncing : .pending
        return [next] + next.steps(to: status)
    }
}
