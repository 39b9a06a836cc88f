extension DeviceStep {
    /// Takes a write of the device's own into its records and the outbox.
    mutating func note(_ write: LocalWrite) throws(Snapshot.Failure) {
        switch write {
        case .event(let key, let collection, let payload):
            // An event that is there is there; its key was given to it once.
            guard try entry(key) == nil else { return }
            let record = SyncRecord(
                key: key, kind: .event, collection: collection, stamp: stamp(after: .zero),
                payload: payload)
            put(ReplicaEntry(pending: record, place: nextPlace()))
        case .edit(let key, let collection, let payload):
            guard let entry = try entry(key) else {
                var record = SyncRecord(
                    key: key, kind: .metadata, collection: collection,
                    stamp: stamp(after: .zero), payload: payload)
                mark(&record)
                return put(ReplicaEntry(pending: record, place: nextPlace()))
            }
            // What stands there already is no edit: a store may tell what it has more than once.
            guard entry.record.kind == .metadata, entry.record.payload != payload else { return }
            rewrite(entry, payload)
        case .delete(let key):
            guard let entry = try entry(key), !entry.record.isTombstone else { return }
            rewrite(entry, nil)
        }
    }

    /// Gives a record a new value, under a stamp behind the old one's.
    mutating func rewrite(_ old: ReplicaEntry, _ payload: [UInt8]?) {
        var entry = old
        entry.record.stamp = stamp(after: old.record.stamp.time)
        entry.record.payload = payload
        if entry.record.kind == .metadata { mark(&entry.record) }
        entry.rejection = nil
        if entry.place == nil { entry.place = nextPlace() }
        put(entry)
    }

    /// Makes the stamp of a value anew, by the hub's clock: ours had been too far ahead.
    mutating func restamp(_ record: SyncRecord, _ hub: HybridTime) throws(Snapshot.Failure) {
        guard var entry = try entry(record.key), entry.record == record else { return }
        device.state.clock.goBack(to: hub)
        entry.record.stamp = stamp(after: max(hub, entry.floor))
        mark(&entry.record)
        put(entry)
        ask(.notice(.restamped(record.key)))
    }

    /// A loser goes into the outbox like an event, unless it is known.
    mutating func keep(_ loser: SyncRecord, of key: SyncKey) throws(Snapshot.Failure) {
        guard try entry(loser.key) == nil else { return }
        put(ReplicaEntry(pending: loser, place: nextPlace()))
        ask(.notice(.kept(loser: loser.key, of: key)))
    }

    mutating func nextPlace() -> UInt64 {
        defer { device.state.nextPlace += 1 }
        return device.state.nextPlace
    }

    private mutating func stamp(after floor: HybridTime) -> Stamp {
        Stamp(
            time: device.state.clock.tick(wall: moment.wall, after: floor), device: device.state.device,
            incarnation: device.state.incarnation)
    }

    /// Counts an edit of this life into the record's vector.
    private mutating func mark(_ record: inout SyncRecord) {
        device.state.edits += 1
        record.vector.note(device.state.incarnation, device.state.edits)
    }
}
