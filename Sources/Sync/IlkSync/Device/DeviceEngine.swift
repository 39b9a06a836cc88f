/// A device's side of sync, as a step: what a device, its records and an input give. It reads no clock, throws no dice
/// and does no I/O.
public struct DeviceEngine: Sendable {
    /// How the device syncs.
    public let settings: SyncSettings
    let merge: RecordMerge

    /// An engine with these settings.
    public init(settings: SyncSettings = SyncSettings(), merge: RecordMerge = .standard) {
        self.settings = settings
        self.merge = merge
    }

    /// Takes an input.
    ///
    /// - Parameters:
    ///   - device: Changed to what it is from now on. Its state is to be committed with the changes.
    ///   - snapshot: The records, as they are before the step.
    /// - Returns: What is to be done, in this order. Linear in the size of the input or of one batch.
    public func step<Snapshot: ReplicaSnapshot>(
        _ device: inout SyncDevice, _ input: DeviceInput, at moment: SyncMoment, in snapshot: Snapshot
    ) throws(Snapshot.Failure) -> [DeviceEffect] {
        var draft = ReplicaDraft(base: snapshot)
        switch input {
        case .started: start(&device, moment)
        case .write(let write): try note(write, &device, moment, &draft)
        case .tick: try wake(&device, moment, &draft)
        case .answered(let response): try read(response, &device, moment, &draft)
        case .failed(let id, let failure):
            if case .waiting(let request, _) = device.session.phase, request.id == id {
                try fail(request, failure, &device, moment, &draft)
            }
        case .networkBack:
            if case .paused = device.session.phase { device.session.phase = .idle }
            device.session.failures = 0
            device.session.mustPull = true
        case .credentialsChanged:
            // A request under way was made with the old ones: what becomes of it says nothing of these.
            device.session.phase = .idle
        }
        try advance(&device, moment, &draft)
        return draft.effects
    }

    /// A new life: what was going on is forgotten, and its edits are its own.
    private func start(_ device: inout SyncDevice, _ moment: SyncMoment) {
        device.session = DeviceSession()
        device.session.nextLook = moment.monotonic
        device.state.lives.append(Incarnation(moment.dice))
        device.state.lives.removeFirst(max(0, device.state.lives.count - 1 - settings.predecessors))
        device.state.edits = 0
    }

    private func wake<Snapshot: ReplicaSnapshot>(
        _ device: inout SyncDevice, _ moment: SyncMoment, _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        switch device.session.phase {
        case .waiting(let request, let until) where until <= moment.monotonic:
            try fail(request, .noAnswer, &device, moment, &draft)
        case .paused(let until) where until <= moment.monotonic: device.session.phase = .idle
        case .idle where device.session.nextLook <= moment.monotonic: device.session.mustPull = true
        default: break
        }
    }

    private func fail<Snapshot: ReplicaSnapshot>(
        _ request: SyncRequest, _ failure: TransportFailure, _ device: inout SyncDevice,
        _ moment: SyncMoment, _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        device.session.failures += 1
        draft.ask(.notice(.failed(failure, device.session.failures)))
        var asked: UInt64?
        switch failure {
        case .unauthorized:
            device.session.phase = .frozen
            return
        case .tooLarge: if try halve(request, &device, &draft) { return }
        case .busy(let after): asked = after
        case .noAnswer: break
        }
        let pause = settings.backOff.pause(
            after: device.session.failures, asked: asked, dice: moment.dice)
        device.session.phase = .paused(until: moment.monotonic + pause)
    }

    /// A batch that is too large is halved. A single record that is too large is set aside, so that the others go on.
    ///
    /// - Returns: Whether there is any use in trying again at once.
    func halve<Snapshot: ReplicaSnapshot>(
        _ request: SyncRequest, _ device: inout SyncDevice, _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) -> Bool {
        guard case .push(let items) = request.body else { return false }
        device.session.phase = .idle
        device.session.batchLimit = max(1, items.count / 2)
        if items.count == 1, let item = items.first { try setAside(item.record, .tooLong, &draft) }
        return true
    }

    /// Takes a record out of the outbox for as long as it is as it is.
    func setAside<Snapshot: ReplicaSnapshot>(
        _ record: SyncRecord, _ rejection: ItemRejection, _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        guard var entry = try draft.entry(record.key), entry.record == record else { return }
        entry.rejection = rejection
        draft.put(entry)
        draft.ask(.notice(.rejected(record.key, rejection)))
    }

    /// Begins the next thing to do, if the device waits for nothing.
    private func advance<Snapshot: ReplicaSnapshot>(
        _ device: inout SyncDevice, _ moment: SyncMoment, _ draft: inout ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        switch device.session.phase {
        case .waiting(_, let until), .paused(let until): return draft.ask(.wake(at: until))
        case .frozen: return
        case .idle: break
        }
        guard let body = try next(device, draft) else {
            if device.session.hasWorked { draft.ask(.notice(.inSync)) }
            device.session.hasWorked = false
            return draft.ask(.wake(at: device.session.nextLook))
        }
        device.session.hasWorked = true
        device.session.requests += 1
        let state = device.state
        let request = SyncRequest(
            id: RequestID(incarnation: state.incarnation, number: device.session.requests),
            device: state.device, epoch: state.lineage.last?.epoch ?? 0, cursor: state.cursor,
            horizon: state.horizon, isFull: state.isFull, body: body)
        let until = moment.monotonic + settings.timeout
        device.session.phase = .waiting(request, until: until)
        draft.ask(.send(request))
        draft.ask(.wake(at: until))
    }

    /// Greets, reads everything if it must, and then pushes and reads in turns until there is nothing left.
    private func next<Snapshot: ReplicaSnapshot>(
        _ device: SyncDevice, _ draft: ReplicaDraft<Snapshot>
    ) throws(Snapshot.Failure) -> SyncRequest.Body? {
        let session = device.session
        guard session.isGreeted else { return .hello(predecessors: device.state.lives.dropLast()) }
        if device.state.isFull || (session.mustPull && session.hasJustPushed) {
            return .pull(limit: settings.pageItems)
        }
        let limit = session.batchLimit ?? settings.pushedItems
        var bytes = 0
        let batch = try draft.outbox(limit: limit).prefix { entry in
            bytes += entry.record.byteCount
            return bytes == entry.record.byteCount || bytes <= settings.pushedBytes
        }
        guard batch.isEmpty else {
            return .push(
                batch.map { PushedItem(record: $0.record, seen: $0.sequence, floor: $0.floor) })
        }
        return session.mustPull ? .pull(limit: settings.pageItems) : nil
    }
}
