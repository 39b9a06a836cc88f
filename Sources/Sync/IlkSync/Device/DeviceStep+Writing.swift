extension DeviceStep {
    /// Applies a local write to the records and the outbox.
    mutating func note(_ write: LocalWrite) throws(Snapshot.Failure) {
        switch write {
        case .event(let key, let collection, let payload):
            // Events are immutable, so an existing key is a repeated report.
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
            // Stores may report a value again. An equal payload is not an edit.
            guard entry.record.kind == .metadata, entry.record.payload != payload else { return }
            rewrite(entry, payload)
        case .delete(let key):
            guard let entry = try entry(key), !entry.record.isTombstone else { return }
            rewrite(entry, nil)
        }
    }

    /// Gives a record a new value with a later stamp.
    mutating func rewrite(_ old: ReplicaEntry, _ payload: [UInt8]?) {
        var entry = old
        entry.record.stamp = stamp(after: old.record.stamp.time)
        entry.record.payload = payload
        if entry.record.kind == .metadata { mark(&entry.record) }
        entry.rejection = nil
        if entry.place == nil { entry.place = nextPlace() }
        put(entry)
    }

    /// Replaces a stamp that was too far ahead, using the hub's time.
    mutating func restamp(_ record: SyncRecord, _ hub: HybridTime) throws(Snapshot.Failure) {
        guard var entry = try entry(record.key), entry.record == record else { return }
        device.state.clock.setBack(to: hub)
        entry.record.stamp = stamp(after: max(hub, entry.floor))
        mark(&entry.record)
        put(entry)
        ask(.notice(.restamped(record.key)))
    }

    /// Adds a conflict copy to the outbox unless it is already known.
    mutating func keep(_ conflictCopy: SyncRecord, of key: SyncKey) throws(Snapshot.Failure) {
        guard try entry(conflictCopy.key) == nil else { return }
        put(ReplicaEntry(pending: conflictCopy, place: nextPlace()))
        ask(.notice(.keptConflictCopy(conflictCopy.key, of: key)))
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

    /// Adds an edit of this incarnation to the record's version vector.
    private mutating func mark(_ record: inout SyncRecord) {
        device.state.edits += 1
        record.vector.insert(device.state.incarnation, device.state.edits)
    }
}
