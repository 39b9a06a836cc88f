extension DeviceEngine {
    /// Takes a write of the device's own into its records and the outbox.
    func note<Snapshot: ReplicaSnapshot>(
        _ write: LocalWrite, _ device: inout SyncDevice, _ moment: SyncMoment,
        _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        switch write {
        case .event(let key, let collection, let payload):
            // An event that is there is there; its key was given to it once.
            guard try draft.entry(key) == nil else { return }
            let record = SyncRecord(
                key: key, kind: .event, collection: collection,
                stamp: stamp(&device, moment, after: .zero), payload: payload)
            draft.put(ReplicaEntry(pending: record, place: nextPlace(&device)))
        case .edit(let key, let collection, let payload):
            guard let entry = try draft.entry(key) else {
                var record = SyncRecord(
                    key: key, kind: .metadata, collection: collection,
                    stamp: stamp(&device, moment, after: .zero), payload: payload)
                mark(&record, &device)
                return draft.put(ReplicaEntry(pending: record, place: nextPlace(&device)))
            }
            // What stands there already is no edit: a store may tell what it has more than once.
            guard entry.record.kind == .metadata, entry.record.payload != payload else { return }
            rewrite(entry, payload, &device, moment, &draft)
        case .delete(let key):
            guard let entry = try draft.entry(key), !entry.record.isTombstone else { return }
            rewrite(entry, nil, &device, moment, &draft)
        }
    }

    /// Gives a record a new value, under a stamp behind the old one's.
    func rewrite<Snapshot>(
        _ old: ReplicaEntry, _ payload: [UInt8]?, _ device: inout SyncDevice, _ moment: SyncMoment,
        _ draft: inout ReplicaDraft<Snapshot>
    ) {
        var entry = old
        entry.record.stamp = stamp(&device, moment, after: old.record.stamp.time)
        entry.record.payload = payload
        if entry.record.kind == .metadata { mark(&entry.record, &device) }
        entry.rejection = nil
        if entry.place == nil { entry.place = nextPlace(&device) }
        draft.put(entry)
    }

    /// Makes the stamp of a value anew, by the hub's clock: ours had been too far ahead.
    func restamp<Snapshot: ReplicaSnapshot>(
        _ record: SyncRecord, _ hub: HybridTime, _ device: inout SyncDevice, _ moment: SyncMoment,
        _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        guard var entry = try draft.entry(record.key), entry.record == record else { return }
        device.state.clock.goBack(to: hub)
        entry.record.stamp = stamp(&device, moment, after: max(hub, entry.floor))
        mark(&entry.record, &device)
        draft.put(entry)
        draft.ask(.notice(.restamped(record.key)))
    }

    /// A loser goes into the outbox like an event, unless it is known.
    func keep<Snapshot: ReplicaSnapshot>(
        _ loser: SyncRecord, of key: SyncKey, _ device: inout SyncDevice,
        _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        guard try draft.entry(loser.key) == nil else { return }
        draft.put(ReplicaEntry(pending: loser, place: nextPlace(&device)))
        draft.ask(.notice(.kept(loser: loser.key, of: key)))
    }

    func nextPlace(_ device: inout SyncDevice) -> UInt64 {
        defer { device.state.nextPlace += 1 }
        return device.state.nextPlace
    }

    private func stamp(_ device: inout SyncDevice, _ moment: SyncMoment, after floor: HybridTime) -> Stamp {
        Stamp(
            time: device.state.clock.tick(wall: moment.wall, after: floor), device: device.state.device,
            incarnation: device.state.incarnation)
    }

    /// Counts an edit of this life into the record's vector.
    private func mark(_ record: inout SyncRecord, _ device: inout SyncDevice) {
        device.state.edits += 1
        record.vector.note(device.state.incarnation, device.state.edits)
    }
}
