import IlkSync

extension MonicaEngine {
    /// Milliseconds since 1970, as Monica counts them.
    func now(_ device: MonicaDevice, _ moment: SyncMoment) -> Int64 {
        let (sum, isOver) = moment.wall.addingReportingOverflow(device.state.offset)
        return isOver ? moment.wall : sum
    }

    func nextPlace(_ device: inout MonicaDevice) -> UInt64 {
        defer { device.state.nextPlace += 1 }
        return device.state.nextPlace
    }

    func write<Snapshot: CallSnapshot>(
        _ content: CallContent, _ key: SyncKey, _ device: inout MonicaDevice, _ moment: SyncMoment,
        _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        guard var call = try draft.call(key) else {
            let call = MonicaCall(
                key: key, content: content, editedAt: now(device, moment), place: nextPlace(&device))
            return draft.put(call)
        }
        guard !call.isDeleted, call.content != content else { return }
        call.lineage = call.lineage.followed(by: content)
        call.content = content
        wait(&call, &device, moment)
        draft.put(call)
    }

    func delete<Snapshot: CallSnapshot>(
        _ key: SyncKey, _ device: inout MonicaDevice, _ moment: SyncMoment,
        _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        guard var call = try draft.call(key), !call.isDeleted else { return }
        call.isDeleted = true
        call.isDeletionOurs = true
        wait(&call, &device, moment)
        draft.put(call)
    }

    func retry<Snapshot: CallSnapshot>(
        _ key: SyncKey, _ device: inout MonicaDevice, _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        guard var call = try draft.call(key), call.status == .failed else { return }
        call.status = .pending
        call.refusal = nil
        call.place = nextPlace(&device)
        draft.put(call)
    }

    /// A call that was changed waits, in the place that it had.
    private func wait(_ call: inout MonicaCall, _ device: inout MonicaDevice, _ moment: SyncMoment) {
        if !call.isWaiting { call.place = nextPlace(&device) }
        // While it is being sent it stays so: the answer will find it changed.
        if call.status != .syncing { call.status = .pending }
        call.refusal = nil
        call.editedAt = now(device, moment)
        if device.session.looked == call.key { device.session.looked = nil }
    }
}
