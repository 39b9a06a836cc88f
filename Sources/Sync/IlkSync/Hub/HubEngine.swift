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

    /// A hub's process at this moment.
    public struct Moment: Hashable, Sendable {
        /// The wall clock, milliseconds since 1970.
        public let now: Int64
        /// Drawn at the start of the process.
        public let epoch: UInt64

        /// A moment of these parts.
        public init(now: Int64, epoch: UInt64) {
            self.now = now
            self.epoch = epoch
        }
    }

    /// What a step made.
    public struct Outcome: Hashable, Sendable {
        /// To be committed with the account.
        public var changes: [HubChange]
        /// To be sent after that.
        public var response: SyncResponse
    }

    /// Answers a request. Linear in the items or the page asked for.
    public func step<Snapshot: HubSnapshot>(
        _ account: inout HubAccount, _ request: SyncRequest, at moment: Moment, in snapshot: Snapshot
    ) throws(Snapshot.Failure) -> Outcome {
        enter(moment.epoch, in: &account)
        var changes: [HubChange] = []
        let body = try answer(request, &account, moment, snapshot, &changes)
        return Outcome(
            changes: changes, response: SyncResponse(id: request.id, now: moment.now, body: body))
    }

    /// Drops the tombstones up to a sequence number.
    public func sweep(_ account: inout HubAccount, upTo sequence: UInt64) -> [HubChange] {
        let horizon = min(sequence, account.head)
        guard horizon > account.horizon else { return [] }
        account.horizon = horizon
        return [.dropTombstones(upTo: horizon)]
    }

    /// The first thing in an epoch: whoever counts in another one is to say hello first.
    private func enter(_ epoch: UInt64, in account: inout HubAccount) {
        guard account.lineage.last?.epoch != epoch else { return }
        account.lineage.append(EpochStart(epoch: epoch, head: account.head))
        account.lineage.removeFirst(max(0, account.lineage.count - settings.epochs))
    }

    private func answer<Snapshot: HubSnapshot>(
        _ request: SyncRequest, _ account: inout HubAccount, _ moment: Moment, _ snapshot: Snapshot,
        _ changes: inout [HubChange]
    ) throws(Snapshot.Failure) -> SyncResponse.Body {
        if case .hello(let predecessors) = request.body { return greet(request, predecessors, &account) }
        guard account.devices[request.device] == request.id.incarnation else { return .refused(.unknownLife) }
        guard request.epoch == moment.epoch else { return .refused(.otherEpoch) }
        // A device may know of a horizon that the hub had before it was restored.
        if !request.isFull { changes += sweep(&account, upTo: request.horizon) }
        let isNewToDevice = account.horizon > request.horizon && request.cursor < account.horizon
        switch request.body {
        case .push(let items):
            if isNewToDevice || request.isFull { return .refused(.beyondHorizon) }
            let bytes = items.reduce(0) { $0 + $1.record.byteCount }
            if items.count > settings.items || (bytes > settings.bytes && items.count > 1) {
                return .refused(.tooLarge)
            }
            return .pushed(try take(items, &account, moment, snapshot, &changes))
        case .pull(let limit):
            let isBeginning = request.isFull && request.cursor == 0
            if isNewToDevice && !isBeginning { return .refused(.beyondHorizon) }
            return .page(try page(after: request.cursor, limit: limit, account, snapshot))
        case .hello: return .refused(.unknownLife)
        }
    }

    /// A life is taken for the device's if no other one has been heard of since the device's last.
    private func greet(
        _ request: SyncRequest, _ predecessors: [Incarnation], _ account: inout HubAccount
    ) -> SyncResponse.Body {
        let life = request.id.incarnation
        if let known = account.devices[request.device], known != life, !predecessors.contains(known) {
            return .refused(.identityTaken)
        }
        account.devices[request.device] = life
        return .welcome(lineage: account.lineage)
    }

    private func page<Snapshot: HubSnapshot>(
        after cursor: UInt64, limit: Int, _ account: HubAccount, _ snapshot: Snapshot
    ) throws(Snapshot.Failure) -> SyncPage {
        let limit = max(1, min(limit, settings.items))
        let found = try snapshot.entries(after: cursor, limit: limit + 1)
        var bytes = 0
        let fitting = found.prefix(limit).prefix {
            bytes += $0.record.byteCount
            return bytes <= settings.pageBytes
        }
        // One that is too large alone goes alone.
        let taken = fitting.isEmpty ? found.prefix(1) : fitting
        let isMore = taken.count < found.count
        return SyncPage(
            entries: taken.map { FeedEntry(sequence: $0.sequence, record: $0.record) },
            next: isMore ? taken.last?.sequence ?? cursor : max(cursor, account.head), isMore: isMore,
            horizon: account.horizon)
    }
}
