/// One step of the device engine: an input, and the changes it causes.
struct DeviceStep<Snapshot: ReplicaSnapshot> {
    let engine: DeviceEngine
    let moment: SyncMoment
    /// The records before the step.
    let base: Snapshot
    var device: SyncDevice
    var changed: [SyncKey: ReplicaEntry] = [:]
    var effects: [DeviceEffect] = []

    var settings: SyncSettings { engine.settings }

    mutating func process(_ input: DeviceInput) throws(Snapshot.Failure) {
        switch input {
        case .started: start()
        case .write(let write): try note(write)
        case .tick: try wake()
        case .answered(let response): try read(response)
        case .failed(let id, let failure):
            if case .waiting(let request, _) = device.session.phase, request.id == id {
                try fail(request, failure)
            }
        case .networkBack:
            if case .paused = device.session.phase { device.session.phase = .idle }
            device.session.failures = 0
            device.session.mustPull = true
        case .collectionsChanged: readAnew()
        case .credentialsChanged:
            // The outcome of a pending request with the old credentials is irrelevant.
            device.session.phase = .idle
        }
        try advance()
    }

    /// Starts a new incarnation, with a fresh session and edit count.
    private mutating func start() {
        device.session = DeviceSession()
        device.session.nextPoll = moment.monotonic
        device.state.lives.append(Incarnation(moment.randomBits))
        device.state.lives.removeFirst(max(0, device.state.lives.count - 1 - settings.predecessors))
        device.state.edits = 0
    }

    private mutating func wake() throws(Snapshot.Failure) {
        switch device.session.phase {
        case .waiting(let request, let until) where until <= moment.monotonic:
            try fail(request, .noAnswer)
        case .paused(let until) where until <= moment.monotonic: device.session.phase = .idle
        case .idle where device.session.nextPoll <= moment.monotonic: device.session.mustPull = true
        default: break
        }
    }

    private mutating func fail(_ request: SyncRequest, _ failure: TransportFailure) throws(Snapshot.Failure) {
        device.session.failures += 1
        ask(.notice(.failed(failure, device.session.failures)))
        var asked: UInt64?
        switch failure {
        case .unauthorized:
            device.session.phase = .frozen
            return
        case .tooLarge: if try halve(request) { return }
        case .busy(let after): asked = after
        case .noAnswer: break
        }
        let pause = settings.backOff.pause(
            after: device.session.failures, asked: asked, randomBits: moment.randomBits)
        device.session.phase = .paused(until: moment.monotonic + pause)
    }

    /// Halves the batch size after a request that was too large. A record that is too large alone is set
    /// aside, so that the others can sync.
    ///
    /// - Returns: `true` if the device can retry immediately.
    mutating func halve(_ request: SyncRequest) throws(Snapshot.Failure) -> Bool {
        guard case .push(let items) = request.body else { return false }
        device.session.phase = .idle
        device.session.batchLimit = max(1, items.count / 2)
        if items.count == 1, let item = items.first { try setAside(item.record, .tooLong) }
        return true
    }

    /// Takes a record out of the outbox until it is edited.
    mutating func setAside(_ record: SyncRecord, _ rejection: ItemRejection) throws(Snapshot.Failure) {
        guard var entry = try entry(record.key), entry.record == record else { return }
        entry.rejection = rejection
        put(entry)
        ask(.notice(.rejected(record.key, rejection)))
    }

    /// Starts the next request if none is pending.
    private mutating func advance() throws(Snapshot.Failure) {
        switch device.session.phase {
        case .waiting(_, let until), .paused(let until): return ask(.wake(at: until))
        case .frozen: return
        case .idle: break
        }
        guard let body = try next() else {
            if device.session.hasWorked { ask(.notice(.inSync)) }
            device.session.hasWorked = false
            return ask(.wake(at: device.session.nextPoll))
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
        ask(.send(request))
        ask(.wake(at: until))
    }

    /// Returns the next request, or `nil` if all is in sync. The order is: `hello`, then pulls during a full
    /// read, then pushes until the outbox is empty, then pulls. A push whose results must be read is followed
    /// by a pull.
    private func next() throws(Snapshot.Failure) -> SyncRequest.Body? {
        let session = device.session
        guard session.isGreeted else { return .hello(predecessors: device.state.lives.dropLast()) }
        if device.state.isFull || (session.mustPull && session.hasJustPushed) {
            return .pull(limit: settings.pageItems)
        }
        let limit = session.batchLimit ?? settings.pushedItems
        var bytes = 0
        let batch = try outbox(limit: limit).prefix { entry in
            bytes += entry.record.byteCount
            return bytes == entry.record.byteCount || bytes <= settings.pushedBytes
        }
        guard batch.isEmpty else {
            return .push(
                batch.map { PushedItem(record: $0.record, seen: $0.sequence, floor: $0.floor) })
        }
        return session.mustPull ? .pull(limit: settings.pageItems) : nil
    }

    // MARK: The records during the step

    func entry(_ key: SyncKey) throws(Snapshot.Failure) -> ReplicaEntry? {
        if let entry = changed[key] { return entry }
        return try base.entry(key)
    }

    /// Returns the outbox, including the changes of this step but not the records that it requeued.
    func outbox(limit: Int) throws(Snapshot.Failure) -> [ReplicaEntry] {
        guard !changed.isEmpty else { return try base.outbox(limit: limit) { _ in false } }
        let before = try base.outbox(limit: limit) { changed[$0] != nil }
        let all = before + changed.values.filter(\.isPending)
        return Array(all.sorted { $0.turn < $1.turn }.prefix(limit))
    }

    mutating func put(_ entry: ReplicaEntry) {
        changed[entry.record.key] = entry
        effects.append(.change(.put(entry)))
    }

    /// Adds a bulk change, which later reads in the same step do not see.
    mutating func sweep(_ change: ReplicaChange) { effects.append(.change(change)) }

    mutating func ask(_ effect: DeviceEffect) { effects.append(effect) }
}
