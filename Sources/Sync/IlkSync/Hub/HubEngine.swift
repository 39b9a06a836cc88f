/// The hub's side of sync, as a step: what an account, its records and a request give. It reads no clock and does no I/O.
///
/// Whoever drives it commits account and changes in one transaction, and only then sends the response.
public struct HubEngine: Sendable {
    /// What is allowed.
    public let settings: HubSettings
    let merge: RecordMerge

    /// A hub with these settings.
    public init(settings: HubSettings = HubSettings(), merge: RecordMerge = .standard) {
        self.settings = settings
        self.merge = merge
    }

    /// Answers a request. Linear in the items or the page asked for.
    ///
    /// - Parameters:
    ///   - now: The wall clock, milliseconds since 1970.
    ///   - epoch: Drawn at the start of the process.
    /// - Returns: The changes, to be committed with the account, and the response, to be sent after that.
    public func step<Snapshot: HubSnapshot>(
        _ account: inout HubAccount, _ request: SyncRequest, at now: Int64, epoch: UInt64,
        in snapshot: Snapshot
    ) throws(Snapshot.Failure) -> (changes: [HubChange], response: SyncResponse) {
        var step = HubStep(engine: self, now: now, epoch: epoch, base: snapshot, account: account)
        let body = try step.answer(request)
        account = step.account
        return (step.changes, SyncResponse(id: request.id, now: now, body: body))
    }

    /// Drops the tombstones up to a sequence number.
    public func sweep(_ account: inout HubAccount, upTo sequence: UInt64) -> [HubChange] {
        let horizon = min(sequence, account.head)
        guard horizon > account.horizon else { return [] }
        account.horizon = horizon
        return [.dropTombstones(upTo: horizon)]
    }
}
