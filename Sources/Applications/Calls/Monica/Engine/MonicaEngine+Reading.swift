import IlkSync

extension MonicaEngine {
    /// Reads an answer, if it is the one that is waited for. All others are too late.
    func read<Snapshot: CallSnapshot>(
        _ answer: MonicaAnswer, _ device: inout MonicaDevice, _ moment: SyncMoment,
        _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        guard case .waiting(let request, _) = device.session.phase, request.number == answer.number else {
            return
        }
        device.session.phase = .idle
        if let now = answer.now { device.state.offset = now - moment.wall }
        if try isTrouble(answer.body, request, &device, moment, &draft) { return }
        device.session.failures = 0
        switch (request.body, answer.body) {
        case (.create(let key, let content, _), .call(let remote)),
            (.replace(_, let key, let content, _), .call(let remote)):
            try settle(key, content, remote, &device, &draft)
        case (.create(let key, _, _), .missing): try refuse(key, ["The contact is gone."], &draft)
        case (.create(let key, _, _), .refused(_, let sentences)): try refuse(key, sentences, &draft)
        case (.replace(let id, let key, _, _), .refused(_, let sentences)):
            try refuse(key, sentences, &draft)
            // What was deleted there in the meantime is refused like this, too.
            device.session.suspects.append(id)
        case (.delete(let id), .deleted), (.delete(let id), .missing), (.delete(let id), .refused):
            try settleDeletion(id, &device, &draft)
        case (.replace(let id, _, _, _), .missing): try lose(id, &device, &draft)
        case (.read(let id), .call(let remote)):
            device.session.suspects.removeAll { $0 == id }
            if let other = device.state.doubles.removeValue(forKey: id), try draft.call(id: id) != nil {
                device.state.surplus.append(other)
            }
            let key = try draft.call(id: id)?.key
            try absorb(remote, &device, moment, &draft)
            if let key, let call = try draft.call(key), call.isWaiting, call.id == id {
                device.session.looked = key
            }
        case (.read(let id), .missing), (.read(let id), .refused):
            device.session.suspects.removeAll { $0 == id }
            try lose(id, &device, &draft)
        case (.list, .page(let calls, let isLast, let total)):
            try walk(calls, isLast: isLast, total: total, answer.now, &device, moment, &draft)
        case (.list(.newest, _), .missing), (.list(.newest, _), .refused):
            guard case .find(let key, _)? = device.session.walk?.aim else { break }
            // With the contact its calls went: nobody deleted this one, so it is kept.
            device.session.walk = nil
            try refuse(key, ["The contact is gone."], &draft)
        default: rest(&device, moment, asked: nil, &draft)
        }
    }

    /// Answers that say nothing of the call: there is no hurry, and nothing fails for it.
    private func isTrouble<Snapshot: CallSnapshot>(
        _ body: MonicaAnswer.Body, _ request: MonicaRequest, _ device: inout MonicaDevice,
        _ moment: SyncMoment,
        _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) -> Bool {
        switch body {
        case .throttled(let after):
            try putBack(request, wasDone: false, &device, &draft)
            rest(&device, moment, asked: after ?? 60_000, &draft)
            device.session.failures = 0
        case .unauthorized:
            try putBack(request, wasDone: false, &device, &draft)
            device.session.phase = .frozen
            draft.ask(.frozen)
        case .unknown(let after):
            try putBack(request, wasDone: true, &device, &draft)
            rest(&device, moment, asked: after, &draft)
        default: return false
        }
        return true
    }

    private func rest<Snapshot>(
        _ device: inout MonicaDevice, _ moment: SyncMoment, asked: UInt64?,
        _ draft: inout MonicaDraft<Snapshot>
    ) {
        device.session.failures += 1
        let pause = settings.backOff.pause(after: device.session.failures, asked: asked, dice: moment.dice)
        device.session.phase = .paused(until: moment.monotonic + pause)
    }

    /// What was being sent waits again. What may have been done stays unknown.
    private func putBack<Snapshot: CallSnapshot>(
        _ request: MonicaRequest, wasDone: Bool, _ device: inout MonicaDevice,
        _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        var found: MonicaCall?
        var isCreation = false
        switch request.body {
        case .create(let key, _, _):
            found = try draft.call(key)
            isCreation = true
        case .replace(_, let key, _, _): found = try draft.call(key)
        case .delete(let id): found = try draft.call(id: id)
        case .read, .list: break
        }
        guard var call = found, call.status == .syncing else { return }
        call.status = .pending
        // An earlier attempt that was given up may still come through: then it is looked for before each other one.
        if isCreation, !wasDone, call.attempts == 0 { call.isOutcomeUnknown = false }
        if wasDone { call.attempts += 1 }
        if wasDone, call.attempts % settings.patience == 0 {
            call.place = nextPlace(&device)
        }
        draft.put(call)
    }

    private func refuse<Snapshot: CallSnapshot>(
        _ key: SyncKey, _ sentences: [String], _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        guard var call = try draft.call(key) else { return }
        call.isOutcomeUnknown = false
        call.status = .failed
        call.refusal = sentences.joined(separator: " ")
        draft.put(call)
    }

    /// Monica has the call as it was sent.
    private func settle<Snapshot: CallSnapshot>(
        _ key: SyncKey, _ sent: CallContent, _ remote: RemoteCall, _ device: inout MonicaDevice,
        _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        guard var call = try draft.call(key) else { return }
        call.id = remote.id
        call.isOurs = true
        call.base = MonicaCall.Base(content: remote.content, updatedAt: remote.updatedAt)
        call.isOutcomeUnknown = false
        call.attempts = 0
        call.status = call.content == sent && !call.isDeleted ? .synced : .pending
        draft.put(call)
    }

    private func settleDeletion<Snapshot: CallSnapshot>(
        _ id: Int32, _ device: inout MonicaDevice, _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        device.state.surplus.removeAll { $0 == id }
        guard var call = try draft.call(id: id) else { return }
        if call.isDeleted {
            call.status = .synced
        } else if isMoving(call) {
            call.id = 0
            call.base = nil
            call.isOurs = false
            call.isOutcomeUnknown = false
            call.status = .pending
        } else {
            return
        }
        draft.put(call)
    }

    /// Monica does not have the call under this number: another one is looked for before it counts as deleted there.
    private func lose<Snapshot: CallSnapshot>(
        _ id: Int32, _ device: inout MonicaDevice, _ draft: inout MonicaDraft<Snapshot>
    ) throws(Snapshot.Failure) {
        let other = device.state.doubles.removeValue(forKey: id)
        guard var call = try draft.call(id: id) else { return }
        if call.isDeleted {
            call.status = .synced
        } else if let other {
            // It was made anew there.
            call.id = other
            device.session.suspects.append(other)
        } else {
            call.id = 0
            call.isOutcomeUnknown = true
            call.status = .pending
        }
        draft.put(call)
    }
}
