import IlkSync

/// One step of the sync state machine: processes an input and collects the effects.
struct CallStep<Snapshot: CallSnapshot> {
    let settings: MonicaSettings
    let moment: SyncMoment
    /// The calls before the step.
    let base: Snapshot
    var device: MonicaDevice
    var changed: [SyncKey: MonicaCall] = [:]
    var effects: [MonicaEffect] = []

    mutating func process(_ input: MonicaInput) throws(Snapshot.Failure) {
        switch input {
        case .started:
            device.session = MonicaDevice.Session()
            device.session.nextCheck = moment.monotonic
            scheduleFullRead()
        case .write(let key, let content): try write(content, key)
        case .delete(let key): try delete(key)
        case .tick: try wake()
        case .answered(let answer): try read(answer)
        case .credentialsChanged: device.session.phase = .idle
        case .readAll:
            device.session.mustReadAll = true
            device.session.mustPoll = true
        }
        try advance()
    }

    /// Schedules the daily full read. All processes share one schedule. If the wall clock was set back, the
    /// full read is due immediately.
    private mutating func scheduleFullRead() {
        guard let before = device.state.sweptAt, before <= moment.wall else { return }
        let (since, isOver) = moment.wall.subtractingReportingOverflow(before)
        guard !isOver, since < Int64(clamping: settings.fullReadInterval) else { return }
        device.session.mustReadAll = false
        device.session.nextSweep = moment.monotonic + settings.fullReadInterval - UInt64(since)
    }

    private mutating func wake() throws(Snapshot.Failure) {
        switch device.session.phase {
        case .waiting(let request, let until) where until <= moment.monotonic:
            let answer = MonicaAnswer(number: request.number, now: nil, body: .unknown(after: nil))
            try read(answer)
        case .paused(let until) where until <= moment.monotonic: device.session.phase = .idle
        case .idle where device.session.nextCheck <= moment.monotonic: device.session.mustPoll = true
        default: break
        }
        if device.session.nextSweep <= moment.monotonic { device.session.mustReadAll = true }
    }

    /// Starts the next request, if no request is pending.
    private mutating func advance() throws(Snapshot.Failure) {
        switch device.session.phase {
        case .waiting(_, let until), .paused(let until): return emit(.wake(at: until))
        case .frozen: return
        case .idle: break
        }
        guard let body = try next() else {
            // This step cannot see all calls of the outbox, so request another step.
            if try mayHideWaiting() { return emit(.wake(at: moment.monotonic)) }
            if device.session.hasSentRequests { emit(.inSync) }
            device.session.hasSentRequests = false
            return emit(.wake(at: device.session.nextCheck))
        }
        device.session.hasSentRequests = true
        device.session.requests += 1
        let request = MonicaRequest(number: device.session.requests, body: body)
        let until = moment.monotonic + settings.timeout
        device.session.phase = .waiting(request, until: until)
        emit(.send(request))
        emit(.wake(at: until))
    }

    /// Returns the next request. Interrupted work comes first, then the outbox, then calls that may have been
    /// deleted on the server, then new changes.
    private mutating func next() throws(Snapshot.Failure) -> MonicaRequest.Body? {
        if case .find? = device.session.walk?.aim { return page(device.session) }
        if let id = device.state.surplus.first { return .delete(id: id) }
        if let id = device.state.doubles.keys.min() { return .read(id: id) }
        if let body = try nextOfOutbox() { return body }
        if let id = device.session.missingIDs.first { return .read(id: id) }
        if device.session.walk == nil, device.session.mustPoll {
            device.session.walk = MonicaListTraversal(aim: device.session.mustReadAll ? .all : .recent)
        }
        return page(device.session)
    }

    private func page(_ session: MonicaDevice.Session) -> MonicaRequest.Body? {
        guard let walk = session.walk else { return nil }
        let order: MonicaOrder =
            switch walk.aim {
            case .recent: .lastChanged
            case .all: .oldest
            case .find(_, let contact): .newest(ofContact: contact)
            }
        return .list(order, page: walk.page)
    }

    /// Returns `true` if the call must be deleted on the server and created again, because its contact was
    /// changed.
    func isMoving(_ call: MonicaCall) -> Bool {
        guard !settings.canChangeContact, let base = call.base else { return false }
        return base.content.contact != call.content.contact
    }

    private mutating func nextOfOutbox() throws(Snapshot.Failure) -> MonicaRequest.Body? {
        while var call = try firstWaiting() {
            if call.id != 0 {
                // Read the call on the server first; the next request writes it.
                defer { device.session.readyToWrite = nil }
                guard device.session.readyToWrite == call.key else { return .read(id: call.id) }
                call.status = .syncing
                put(call)
                if call.isDeleted || isMoving(call) { return .delete(id: call.id) }
                return .replace(id: call.id, key: call.key, call.content, call.lineage)
            }
            if call.isOutcomeUnknown {
                device.session.walk = MonicaListTraversal(aim: .find(call.key, contact: call.content.contact))
                return page(device.session)
            }
            if call.isDeleted {
                // The server never received the call, so there is nothing to delete.
                call.status = .synced
                put(call)
                continue
            }
            call.status = .syncing
            call.isOutcomeUnknown = true
            put(call)
            return .create(key: call.key, call.content, call.lineage)
        }
        return nil
    }

    // MARK: The calls in the middle of the step

    func call(_ key: SyncKey) throws(Snapshot.Failure) -> MonicaCall? {
        if let call = changed[key] { return call }
        return try base.call(key)
    }

    func call(id: Int32) throws(Snapshot.Failure) -> MonicaCall? {
        if let call = changed.values.first(where: { $0.id == id }) { return call }
        guard let call = try base.call(id: id), changed[call.key] == nil else { return nil }
        return call
    }

    /// Returns the first call in the outbox. The snapshot shows only its first waiting call. If this step has
    /// changed that call, the calls after it become visible in the next step.
    func firstWaiting() throws(Snapshot.Failure) -> MonicaCall? {
        let before = try base.firstWaiting().flatMap { changed[$0.key] == nil ? $0 : nil }
        return (changed.values.filter(\.isWaiting) + [before].compactMap { $0 }).min { $0.place < $1.place }
    }

    /// Returns `true` if ``firstWaiting()`` may have missed a call.
    func mayHideWaiting() throws(Snapshot.Failure) -> Bool {
        try base.firstWaiting().map { changed[$0.key] != nil } ?? false
    }

    mutating func put(_ call: MonicaCall) {
        changed[call.key] = call
        effects.append(.put(call))
    }

    mutating func keep(_ content: CallContent, of key: SyncKey, wasLocal: Bool) {
        effects.append(.storeConflictCopy(CallConflictCopy(key: key, content: content, wasLocal: wasLocal)))
    }

    mutating func emit(_ effect: MonicaEffect) { effects.append(effect) }
}
