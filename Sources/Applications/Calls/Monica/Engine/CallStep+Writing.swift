import IlkSync

extension CallStep {
    /// The current time by Monica's clock, in milliseconds since 1970.
    private var now: Int64 {
        let (sum, isOver) = moment.wall.addingReportingOverflow(device.state.offset)
        return isOver ? moment.wall : sum
    }

    mutating func nextPlace() -> UInt64 {
        defer { device.state.nextPlace += 1 }
        return device.state.nextPlace
    }

    mutating func newCall(_ key: SyncKey, _ content: CallContent, editedAt: Int64) -> MonicaCall {
        MonicaCall(
            key: key, content: content, editedAt: editedAt, lineage: CallLineage([content.digest]),
            place: nextPlace())
    }

    mutating func write(_ content: CallContent, _ key: SyncKey) throws(Snapshot.Failure) {
        guard var call = try call(key) else {
            return put(newCall(key, content, editedAt: now))
        }
        guard !call.isDeleted, call.content != content else { return }
        call.lineage = call.lineage.extended(by: content)
        call.content = content
        wait(&call)
        put(call)
    }

    mutating func delete(_ key: SyncKey) throws(Snapshot.Failure) {
        guard var call = try call(key), !call.isDeleted else { return }
        call.isDeleted = true
        call.isDeletionOurs = true
        wait(&call)
        put(call)
    }

    /// Adds a changed call to the outbox. A call that is already there keeps its position.
    private mutating func wait(_ call: inout MonicaCall) {
        if !call.isWaiting { call.place = nextPlace() }
        // A call that is being sent keeps its status. When the answer arrives, the engine notices that the
        // call has changed.
        if call.status != .syncing { call.status = .pending }
        call.refusal = nil
        call.editedAt = now
        if device.session.readyToWrite == call.key { device.session.readyToWrite = nil }
    }
}
