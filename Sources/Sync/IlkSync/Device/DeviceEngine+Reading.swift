extension DeviceEngine {
    /// Reads an answer, if it is the one that is waited for. All others are too late or came twice.
    func read<Snapshot: ReplicaSnapshot>(
        _ response: SyncResponse, _ device: inout SyncDevice, _ moment: SyncMoment,
        _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        guard case .waiting(let request, _) = device.session.phase, request.id == response.id else { return }
        device.session.phase = .idle
        device.session.failures = 0
        device.state.clock.correct(hub: response.now, wall: moment.wall)
        switch (request.body, response.body) {
        case (.hello, .welcome(let lineage)): settle(lineage, &device, &draft)
        case (.push(let items), .pushed(let results)):
            var isKnown = true
            for (item, result) in zip(items, results) {
                try read(result, of: item.record, &device, moment, &draft)
                isKnown = pass(result, &device) && isKnown
            }
            device.session.mustPull = true
            device.session.hasJustPushed = !isKnown
        case (.pull, .page(let page)): try read(page, request, &device, moment, &draft)
        case (_, .refused(let refusal)): try read(refusal, of: request, &device, moment, &draft)
        default: break
        }
    }

    /// Moves the cursor over a record that the hub has as it was pushed, right behind what was read: it need not be read.
    ///
    /// - Returns: Whether nothing has come of the push that is to be read.
    private func pass(_ result: ItemResult, _ device: inout SyncDevice) -> Bool {
        guard case .storedAsIs(let sequence) = result, sequence <= device.state.cursor + 1 else {
            return false
        }
        device.state.cursor = max(device.state.cursor, sequence)
        return true
    }

    private func read<Snapshot: ReplicaSnapshot>(
        _ result: ItemResult, of record: SyncRecord, _ device: inout SyncDevice, _ moment: SyncMoment,
        _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        switch result {
        case .stored(let sequence), .storedAsIs(let sequence):
            try absorb(FeedEntry(sequence: sequence, record: record), &device, &draft)
        case .conflict(let entry): try absorb(entry, &device, &draft)
        case .ahead(let hub): try restamp(record, hub, &device, moment, &draft)
        case .rejected(let rejection): try setAside(record, rejection, &draft)
        }
    }

    private func read<Snapshot: ReplicaSnapshot>(
        _ page: SyncPage, _ request: SyncRequest, _ device: inout SyncDevice, _ moment: SyncMoment,
        _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        for entry in page.entries { try absorb(entry, &device, &draft) }
        device.state.cursor = page.next
        device.state.top = max(device.state.top, page.next)
        // The hub gives no page to whoever has not read up to a horizon that it did not know when it began to read.
        device.state.horizon = max(device.state.horizon, page.horizon)
        if page.isMore { return }
        if device.state.isFull {
            device.state.isFull = false
            draft.sweep(.dropUnseen(pass: device.state.pass))
        }
        draft.sweep(.dropTombstones(upTo: device.state.horizon))
        device.session.mustPull = false
        device.session.hasJustPushed = false
        device.session.nextLook = moment.monotonic + settings.interval
    }

    private func read<Snapshot: ReplicaSnapshot>(
        _ refusal: HubRefusal, of request: SyncRequest, _ device: inout SyncDevice, _ moment: SyncMoment,
        _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        switch refusal {
        case .identityTaken:
            device.state.device = DeviceID(moment.dice)
            draft.ask(.notice(.renamed(device.state.device)))
        case .unknownLife, .otherEpoch: device.session.isGreeted = false
        case .beyondHorizon: readAnew(&device, &draft)
        case .tooLarge: _ = try halve(request, &device, &draft)
        }
    }

    /// What the hub has of a record, merged with what is here. What comes out of it and the hub does not have goes into
    /// the outbox.
    private func absorb<Snapshot: ReplicaSnapshot>(
        _ found: FeedEntry, _ device: inout SyncDevice, _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        let record = found.record
        if record.kind == .metadata { device.state.clock.see(record.stamp.time) }
        device.state.top = max(device.state.top, found.sequence)
        guard settings.keeps(record.collection) else { return }
        var entry =
            try draft.entry(record.key)
            ?? ReplicaEntry(record: record, sequence: found.sequence, pass: device.state.pass)
        let outcome = merge.merge(entry.record, record)
        if let loser = outcome.loser { try keep(loser, of: record.key, &device, &draft) }
        if outcome.record != entry.record || outcome.record == record { entry.rejection = nil }
        entry.record = outcome.record
        entry.sequence = found.sequence
        entry.pass = device.state.pass
        entry.floor = max(entry.floor, record.stamp.time)
        if outcome.record == record {
            entry.place = nil
        } else if entry.place == nil {
            entry.place = nextPlace(&device)
        }
        draft.put(entry)
    }

    /// Agrees with the hub on what both have. Where the hub has forgotten something, it is pushed again.
    private func settle<Snapshot>(
        _ lineage: [EpochStart], _ device: inout SyncDevice, _ draft: inout ReplicaDraft<Snapshot>
    ) {
        device.session.isGreeted = true
        device.session.mustPull = true
        let fork = EpochStart.fork(device.state.lineage, lineage)
        device.state.lineage = lineage
        guard fork < device.state.top else { return }
        draft.sweep(.requeue(after: fork, place: device.state.nextPlace))
        // As many places as there can be records with such numbers.
        device.state.nextPlace += device.state.top - fork
        device.state.top = fork
        device.state.cursor = min(device.state.cursor, fork)
        draft.ask(.notice(.rewound(to: fork)))
        if device.state.isFull || device.state.horizon > fork { readAnew(&device, &draft) }
    }

    private func readAnew<Snapshot>(_ device: inout SyncDevice, _ draft: inout ReplicaDraft<Snapshot>) {
        device.state.isFull = true
        device.state.pass += 1
        device.state.cursor = 0
        device.state.horizon = 0
        draft.ask(.notice(.readingAnew))
    }
}
