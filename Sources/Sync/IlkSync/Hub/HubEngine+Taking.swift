extension HubEngine {
    /// Takes pushed records, one after the other; each has its own result.
    func take<Snapshot: HubSnapshot>(
        _ items: [PushedItem], _ account: inout HubAccount, _ moment: Moment, _ snapshot: Snapshot,
        _ changes: inout [HubChange]
    ) throws(Snapshot.Failure) -> [ItemResult] {
        var draft = HubDraft(base: snapshot)
        var results: [ItemResult] = []
        results.reserveCapacity(items.count)
        for item in items { results.append(try take(item, &account, moment, &draft)) }
        changes += draft.changes
        return results
    }

    private func take<Snapshot: HubSnapshot>(
        _ item: PushedItem, _ account: inout HubAccount, _ moment: Moment, _ draft: inout HubDraft<Snapshot>
    ) throws(Snapshot.Failure) -> ItemResult {
        let record = item.record
        if let payload = record.payload, payload.count > settings.payload { return .rejected(.tooLong) }
        let present = try draft.entry(record.key)
        if let present, present.record == record { return .storedAsIs(sequence: present.sequence) }
        if let refusal = ahead(item, account, moment) { return refusal }
        if let present, !settings.isMerging, item.seen != present.sequence {
            return .conflict(FeedEntry(sequence: present.sequence, record: present.record))
        }
        if record.kind == .metadata { account.clock = max(account.clock, record.stamp.time) }
        guard let present else {
            return .storedAsIs(sequence: put(record, &account, moment, &draft))
        }
        // The loser first: whoever has the merged record has what lost in it.
        let outcome = merge.merge(present.record, record)
        if let loser = outcome.loser, try draft.entry(loser.key) == nil {
            _ = put(loser, &account, moment, &draft)
        }
        guard outcome.record != present.record else { return .stored(sequence: present.sequence) }
        let sequence = put(outcome.record, &account, moment, &draft)
        return outcome.record == record ? .storedAsIs(sequence: sequence) : .stored(sequence: sequence)
    }

    /// A stamp may not be far ahead of the hub's clock, unless it follows one that was let pass.
    private func ahead(_ item: PushedItem, _ account: HubAccount, _ moment: Moment) -> ItemResult? {
        settings.ahead(item, of: account.clock, at: moment.now).map(ItemResult.ahead)
    }

    private func put<Snapshot: HubSnapshot>(
        _ record: SyncRecord, _ account: inout HubAccount, _ moment: Moment, _ draft: inout HubDraft<Snapshot>
    ) -> UInt64 {
        account.head += 1
        draft.put(HubEntry(record: record, sequence: account.head, received: moment.now))
        return account.head
    }
}

/// The records of an account as they are in the middle of a step.
struct HubDraft<Snapshot: HubSnapshot> {
    let base: Snapshot
    private(set) var changes: [HubChange] = []
    private var changed: [SyncKey: HubEntry] = [:]

    init(base: Snapshot) { self.base = base }

    func entry(_ key: SyncKey) throws(Snapshot.Failure) -> HubEntry? {
        if let entry = changed[key] { return entry }
        return try base.entry(key)
    }

    mutating func put(_ entry: HubEntry) {
        changed[entry.record.key] = entry
        changes.append(.put(entry))
    }
}
