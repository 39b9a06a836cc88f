/// One step of the hub engine: a request, and the changes it causes.
struct HubStep<Snapshot: HubSnapshot> {
    let engine: HubEngine
    let now: Int64
    let epoch: UInt64
    /// The records before the step.
    let base: Snapshot
    var account: HubAccount
    var changes: [HubChange] = []
    var changed: [SyncKey: FeedEntry] = [:]

    var settings: HubSettings { engine.settings }

    mutating func answer(_ request: SyncRequest) throws(Snapshot.Failure) -> SyncResponse.Body {
        enter()
        if case .hello(let predecessors) = request.body { return greet(request, predecessors) }
        guard account.devices[request.device] == request.id.incarnation else {
            return .refused(.unknownIncarnation)
        }
        guard request.epoch == epoch else { return .refused(.otherEpoch) }
        // A restored hub may be behind a horizon that the device knows. Catch up.
        if !request.isFull { changes += engine.sweep(&account, upTo: request.horizon) }
        let isNewToDevice = account.horizon > request.horizon && request.cursor < account.horizon
        switch request.body {
        case .push(let items):
            if isNewToDevice || request.isFull { return .refused(.behindTombstoneHorizon) }
            let bytes = items.reduce(0) { $0 + $1.record.byteCount }
            if items.count > settings.items || (bytes > settings.bytes && items.count > 1) {
                return .refused(.tooLarge)
            }
            var results: [ItemResult] = []
            results.reserveCapacity(items.count)
            for item in items { results.append(try merge(item)) }
            return .pushed(results)
        case .pull(let limit):
            let isBeginning = request.isFull && request.cursor == 0
            if isNewToDevice && !isBeginning { return .refused(.behindTombstoneHorizon) }
            return .page(try page(after: request.cursor, limit: limit))
        case .hello: return .refused(.unknownIncarnation)
        }
    }

    /// Adds the hub's epoch to the account's lineage unless it is already there. Devices that know only
    /// earlier epochs must register again.
    private mutating func enter() {
        guard account.lineage.last?.epoch != epoch else { return }
        account.lineage.append(EpochStart(epoch: epoch, head: account.head))
        account.lineage.removeFirst(max(0, account.lineage.count - settings.epochs))
    }

    /// Registers an incarnation of a device. Refuses the request if the last registered incarnation is not
    /// one of `predecessors`, because another device then has the same identifier.
    private mutating func greet(_ request: SyncRequest, _ predecessors: [Incarnation]) -> SyncResponse.Body {
        let life = request.id.incarnation
        if let known = account.devices[request.device], known != life, !predecessors.contains(known) {
            return .refused(.identityTaken)
        }
        account.devices[request.device] = life
        return .welcome(lineage: account.lineage)
    }

    private func page(after cursor: UInt64, limit: Int) throws(Snapshot.Failure) -> SyncPage {
        let limit = max(1, min(limit, settings.items))
        let found = try base.entries(after: cursor, limit: limit + 1)
        var bytes = 0
        let fitting = found.prefix(limit).prefix {
            bytes += $0.record.byteCount
            return bytes <= settings.pageBytes
        }
        // A record larger than a page gets a page for itself.
        let taken = fitting.isEmpty ? found.prefix(1) : fitting
        let isMore = taken.count < found.count
        return SyncPage(
            entries: Array(taken),
            next: isMore ? taken.last?.sequence ?? cursor : max(cursor, account.head), isMore: isMore,
            horizon: account.horizon)
    }

    /// Stores or merges a pushed record.
    private mutating func merge(_ item: PushedItem) throws(Snapshot.Failure) -> ItemResult {
        let record = item.record
        if let payload = record.payload, payload.count > settings.payload { return .rejected(.tooLong) }
        let present = try entry(record.key)
        if let present, present.record == record { return .storedAsIs(sequence: present.sequence) }
        // A stamp may be far ahead of the hub's clock only if it follows an accepted stamp.
        if let hub = settings.ahead(item, of: account.clock, at: now) { return .ahead(hub) }
        if let present, !settings.isMerging, item.seen != present.sequence {
            return .conflict(present)
        }
        if record.kind == .metadata { account.clock = max(account.clock, record.stamp.time) }
        guard let present else { return .storedAsIs(sequence: put(record)) }
        // Store the conflict copy first, so that no device sees the merged record without it.
        let outcome = engine.merge.merge(present.record, record)
        if let conflictCopy = outcome.conflictCopy, try entry(conflictCopy.key) == nil {
            _ = put(conflictCopy)
        }
        guard outcome.record != present.record else { return .stored(sequence: present.sequence) }
        let sequence = put(outcome.record)
        return outcome.record == record ? .storedAsIs(sequence: sequence) : .stored(sequence: sequence)
    }

    private func entry(_ key: SyncKey) throws(Snapshot.Failure) -> FeedEntry? {
        if let entry = changed[key] { return entry }
        return try base.entry(key)
    }

    private mutating func put(_ record: SyncRecord) -> UInt64 {
        account.head += 1
        let entry = FeedEntry(sequence: account.head, record: record)
        changed[record.key] = entry
        changes.append(.put(entry, received: now))
        return account.head
    }
}
