public import IlkSync

/// Syncs calls with Monica, as a step: what a device, its calls and an input give. It reads no clock, throws no dice and
/// does no I/O.
///
/// Monica gives no means to create once or to compare and set. So before it creates a call whose fate is unknown the
/// engine looks for it; before it writes over a call it looks what is there; and each call carries its key and the
/// digests of the versions that went into it, so that whoever reads it can tell what was lost.
public struct MonicaEngine: Sendable {
    /// How the device syncs.
    public let settings: MonicaSettings

    /// An engine with these settings.
    public init(settings: MonicaSettings = MonicaSettings()) { self.settings = settings }

    /// Takes an input.
    ///
    /// - Returns: What is to be done, in this order. Linear in the size of one page.
    public func step<Snapshot: CallSnapshot>(
        _ device: inout MonicaDevice, _ input: MonicaInput, at moment: SyncMoment, in snapshot: Snapshot
    ) throws(Snapshot.Failure) -> [MonicaEffect] {
        var draft = MonicaDraft(base: snapshot)
        switch input {
        case .started:
            device.session = MonicaDevice.Session()
            device.session.nextLook = moment.monotonic
            planSweep(&device, moment)
        case .write(let key, let content): try write(content, key, &device, moment, &draft)
        case .delete(let key): try delete(key, &device, moment, &draft)
        case .retry(let key): try retry(key, &device, &draft)
        case .tick: try wake(&device, moment, &draft)
        case .answered(let answer): try read(answer, &device, moment, &draft)
        case .credentialsChanged: device.session.phase = .idle
        case .lookNow:
            if case .paused = device.session.phase, device.session.failures > 0 {
                device.session.phase = .idle
            }
            device.session.mustLook = true
        case .sweepNow:
            device.session.mustSweep = true
            device.session.mustLook = true
        }
        try advance(&device, moment, &draft)
        return draft.effects
    }

    /// All is read once a day, whatever process reads it. A clock that was set back counts as a day.
    private func planSweep(_ device: inout MonicaDevice, _ moment: SyncMoment) {
        guard let before = device.state.sweptAt, before <= moment.wall else { return }
        let (since, isOver) = moment.wall.subtractingReportingOverflow(before)
        guard !isOver, since < Int64(clamping: settings.sweepInterval) else { return }
        device.session.mustSweep = false
        device.session.nextSweep = moment.monotonic + settings.sweepInterval - UInt64(since)
    }

    private func wake<Snapshot: CallSnapshot>(
        _ device: inout MonicaDevice, _ moment: SyncMoment, _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        switch device.session.phase {
        case .waiting(let request, let until) where until <= moment.monotonic:
            let answer = MonicaAnswer(number: request.number, now: nil, body: .unknown(after: nil))
            try read(answer, &device, moment, &draft)
        case .paused(let until) where until <= moment.monotonic: device.session.phase = .idle
        case .idle where device.session.nextLook <= moment.monotonic: device.session.mustLook = true
        default: break
        }
        if device.session.nextSweep <= moment.monotonic { device.session.mustSweep = true }
    }

    /// Begins the next thing to do, if the device waits for nothing.
    private func advance<Snapshot: CallSnapshot>(
        _ device: inout MonicaDevice, _ moment: SyncMoment, _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        switch device.session.phase {
        case .waiting(_, let until), .paused(let until): return draft.ask(.wake(at: until))
        case .frozen: return
        case .idle: break
        }
        guard let body = try next(&device, moment, &draft) else {
            // What this step hid from itself is seen by the next one.
            if try draft.mayHideWaiting() { return draft.ask(.wake(at: moment.monotonic)) }
            if device.session.hasWorked { draft.ask(.inSync) }
            device.session.hasWorked = false
            return draft.ask(.wake(at: device.session.nextLook))
        }
        device.session.hasWorked = true
        device.session.requests += 1
        let request = MonicaRequest(number: device.session.requests, body: body)
        let until = moment.monotonic + settings.timeout
        device.session.phase = .waiting(request, until: until)
        draft.ask(.send(request))
        draft.ask(.wake(at: until))
    }

    /// What is under way first, then the outbox, then what is new.
    private func next<Snapshot: CallSnapshot>(
        _ device: inout MonicaDevice, _ moment: SyncMoment, _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) -> MonicaRequest.Body? {
        if case .find? = device.session.walk?.aim { return page(device.session) }
        if let id = device.state.surplus.first { return .delete(id: id) }
        if let id = device.state.doubles.keys.min() { return .read(id: id) }
        if let body = try nextOfOutbox(&device, &draft) { return body }
        if let id = device.session.suspects.first { return .read(id: id) }
        if device.session.walk == nil, device.session.mustLook {
            device.session.walk = MonicaWalk(aim: device.session.mustSweep ? .all : .recent)
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

    /// Whether the call is to be deleted there and created anew, with another contact.
    func isMoving(_ call: MonicaCall) -> Bool {
        guard !settings.movesContacts, let base = call.base else { return false }
        return base.content.contact != call.content.contact
    }

    private func nextOfOutbox<Snapshot: CallSnapshot>(
        _ device: inout MonicaDevice, _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) -> MonicaRequest.Body? {
        while var call = try draft.firstWaiting() {
            if call.id != 0 {
                // Look first; write at once after that.
                defer { device.session.looked = nil }
                guard device.session.looked == call.key else { return .read(id: call.id) }
                call.status = .syncing
                draft.put(call)
                if call.isDeleted || isMoving(call) { return .delete(id: call.id) }
                return .replace(id: call.id, key: call.key, call.content, call.lineage)
            }
            if call.isOutcomeUnknown {
                device.session.walk = MonicaWalk(aim: .find(call.key, contact: call.content.contact))
                return page(device.session)
            }
            if call.isDeleted {
                // Monica never heard of it.
                call.status = .synced
                draft.put(call)
                continue
            }
            call.status = .syncing
            call.isOutcomeUnknown = true
            draft.put(call)
            return .create(key: call.key, call.content, call.lineage)
        }
        return nil
    }
}
