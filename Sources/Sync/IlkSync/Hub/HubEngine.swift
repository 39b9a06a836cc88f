/// The hub's side of the sync protocol as a pure function from account and request to changes and a response.
/// It reads no clock and does no I/O.
///
/// The driver commits the account and the changes in one transaction before it sends the response.
public struct HubEngine: Sendable {
    /// The limits.
    public let settings: HubSettings
    let merge: RecordMerge

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - settings: The limits.
    ///   - merge: The function that merges two versions of a record.
    public init(settings: HubSettings = HubSettings(), merge: RecordMerge = .standard) {
        self.settings = settings
        self.merge = merge
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - account: The account, updated in place.
    ///   - request: The request.
    ///   - now: The wall clock in milliseconds since 1970.
    ///   - epoch: The epoch drawn at the start of the process.
    ///   - snapshot: The account's records before the step.
    /// - Returns: The changes to commit with the account, and the response to send afterwards.
    /// - Throws: The error of reading the snapshot.
    /// - Complexity: O(*n*) in the pushed items or the requested page.
    public func step<Snapshot: HubSnapshot>(
        _ account: inout HubAccount, _ request: SyncRequest, at now: Int64, epoch: UInt64,
        in snapshot: Snapshot
    ) throws(Snapshot.Failure) -> (changes: [HubChange], response: SyncResponse) {
        var step = HubStep(engine: self, now: now, epoch: epoch, base: snapshot, account: account)
        let body = try step.answer(request)
        account = step.account
        return (step.changes, SyncResponse(id: request.id, now: now, body: body))
    }

    /// Drops tombstones up to a sequence number and moves the tombstone horizon there.
    ///
    /// - Parameters:
    ///   - account: The account, updated in place.
    ///   - sequence: A sequence number, capped at the head of the account.
    /// - Returns: The change, or an empty array if the horizon does not move.
    public func sweep(_ account: inout HubAccount, upTo sequence: UInt64) -> [HubChange] {
        let horizon = min(sequence, account.head)
        guard horizon > account.horizon else { return [] }
        account.horizon = horizon
        return [.dropTombstones(upTo: horizon)]
    }
}
