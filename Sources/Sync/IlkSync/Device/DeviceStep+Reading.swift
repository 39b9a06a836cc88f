extension DeviceStep {
    /// Processes the response to the pending request. Late and duplicate responses are ignored.
    mutating func read(_ response: SyncResponse) throws(Snapshot.Failure) {
        guard case .waiting(let request, _) = device.session.phase, request.id == response.id else { return }
        device.session.phase = .idle
        device.session.failures = 0
        device.state.clock.correct(hub: response.now, wall: moment.wall)
        switch (request.body, response.body) {
        case (.hello, .welcome(let lineage)): settle(lineage)
        case (.push(let items), .pushed(let results)):
            var isKnown = true
            for (item, result) in zip(items, results) {
                try read(result, of: item.record)
                isKnown = pass(result) && isKnown
            }
            device.session.mustPull = true
            device.session.hasJustPushed = !isKnown
        case (.pull, .page(let page)): try read(page, request)
        case (_, .refused(let refusal)): try read(refusal, of: request)
        default: break
        }
    }

    /// Moves the cursor past a pushed record, if the hub stored the record unchanged and it directly follows
    /// the cursor. The device then need not read the record back.
    ///
    /// - Returns: `false` if the device must read the stored record from the feed.
    private mutating func pass(_ result: ItemResult) -> Bool {
        guard case .storedAsIs(let sequence) = result, sequence <= device.state.cursor + 1 else {
            return false
        }
        device.state.cursor = max(device.state.cursor, sequence)
        return true
    }

    private mutating func read(_ result: ItemResult, of record: SyncRecord) throws(Snapshot.Failure) {
        switch result {
        case .stored(let sequence), .storedAsIs(let sequence):
            try absorb(FeedEntry(sequence: sequence, record: record))
        case .conflict(let entry): try absorb(entry)
        case .ahead(let hub): try restamp(record, hub)
        case .rejected(let rejection): try setAside(record, rejection)
        }
    }

    private mutating func read(_ page: SyncPage, _ request: SyncRequest) throws(Snapshot.Failure) {
        for entry in page.entries { try absorb(entry) }
        device.state.cursor = page.next
        device.state.top = max(device.state.top, page.next)
        // The hub refuses a page that crosses a tombstone horizon newer than the horizon that the device
        // knew.
        device.state.horizon = max(device.state.horizon, page.horizon)
        if page.isMore { return }
        if device.state.isFull {
            device.state.isFull = false
            sweep(.dropUnseen(pass: device.state.pass))
        }
        sweep(.dropTombstones(upTo: device.state.horizon))
        device.session.mustPull = false
        device.session.hasJustPushed = false
        device.session.nextPoll = moment.monotonic + settings.interval
    }

    private mutating func read(_ refusal: HubRefusal, of request: SyncRequest) throws(Snapshot.Failure) {
        switch refusal {
        case .identityTaken:
            device.state.device = DeviceID(moment.randomBits)
            ask(.notice(.renamed(device.state.device)))
        case .unknownIncarnation, .otherEpoch: device.session.isGreeted = false
        case .behindTombstoneHorizon: readAnew()
        case .tooLarge: _ = try halve(request)
        }
    }

    /// Merges a record from the hub with the local record. If the merged record differs from the hub's
    /// version, it goes to the outbox.
    private mutating func absorb(_ found: FeedEntry) throws(Snapshot.Failure) {
        let record = found.record
        if record.kind == .metadata { device.state.clock.advance(record.stamp.time) }
        device.state.top = max(device.state.top, found.sequence)
        guard settings.keeps(record.collection) else { return }
        var entry =
            try entry(record.key)
            ?? ReplicaEntry(record: record, sequence: found.sequence, pass: device.state.pass)
        let outcome = engine.merge.merge(entry.record, record)
        if let conflictCopy = outcome.conflictCopy { try keep(conflictCopy, of: record.key) }
        if outcome.record != entry.record || outcome.record == record { entry.rejection = nil }
        entry.record = outcome.record
        entry.sequence = found.sequence
        entry.pass = device.state.pass
        entry.floor = max(entry.floor, record.stamp.time)
        if outcome.record == record {
            entry.place = nil
        } else if entry.place == nil {
            entry.place = nextPlace()
        }
        put(entry)
    }

    /// Adopts the hub's lineage. Records that the hub lost are pushed again.
    private mutating func settle(_ lineage: [EpochStart]) {
        device.session.isGreeted = true
        device.session.mustPull = true
        let fork = EpochStart.fork(device.state.lineage, lineage)
        device.state.lineage = lineage
        guard fork < device.state.top else { return }
        sweep(.requeue(after: fork, place: device.state.nextPlace))
        // Reserve one position for each record that can have such a sequence number.
        device.state.nextPlace += device.state.top - fork
        device.state.top = fork
        device.state.cursor = min(device.state.cursor, fork)
        ask(.notice(.rewound(to: fork)))
        if device.state.isFull || device.state.horizon > fork { readAnew() }
    }

    mutating func readAnew() {
        device.state.isFull = true
        device.state.pass += 1
        device.state.cursor = 0
        device.state.horizon = 0
        ask(.notice(.fullResync))
    }
}
