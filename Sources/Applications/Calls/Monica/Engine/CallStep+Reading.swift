import IlkSync

extension CallStep {
    /// Processes an answer. Answers to earlier requests are ignored.
    mutating func read(_ answer: MonicaAnswer) throws(Snapshot.Failure) {
        guard case .waiting(let request, _) = device.session.phase, request.number == answer.number else {
            return
        }
        device.session.phase = .idle
        if let now = answer.now { device.state.offset = now - moment.wall }
        if try isTrouble(answer.body, request) { return }
        device.session.failures = 0
        switch (request.body, answer.body) {
        case (.create(let key, let content, _), .call(let remote)),
            (.replace(_, let key, let content, _), .call(let remote)):
            try confirm(key, content, remote)
        case (.create(let key, _, _), .missing): try refuse(key, ["The contact no longer exists."])
        case (.create(let key, _, _), .refused(_, let sentences)): try refuse(key, sentences)
        case (.replace(let id, let key, _, _), .refused(_, let sentences)):
            try refuse(key, sentences)
            // Monica also gives this answer if the call was deleted in the meantime.
            device.session.missingIDs.append(id)
        case (.delete(let id), .deleted), (.delete(let id), .missing), (.delete(let id), .refused):
            try settleDeletion(id)
        case (.replace(let id, _, _, _), .missing): try handleMissing(id)
        case (.read(let id), .call(let remote)):
            device.session.missingIDs.removeAll { $0 == id }
            if let other = device.state.doubles.removeValue(forKey: id), try call(id: id) != nil {
                device.state.surplus.append(other)
            }
            let key = try call(id: id)?.key
            try process(remote)
            if let key, let call = try call(key), call.isWaiting, call.id == id {
                device.session.readyToWrite = key
            }
        case (.read(let id), .missing), (.read(let id), .refused):
            device.session.missingIDs.removeAll { $0 == id }
            try handleMissing(id)
        case (.list, .page(let calls, let isLast, let total)):
            try walk(calls, isLast: isLast, total: total, answer.now)
        case (.list(.newest, _), .missing), (.list(.newest, _), .refused):
            guard case .find(let key, _)? = device.session.walk?.aim else { break }
            // Monica deletes calls together with their contact. The call itself was not deleted, so it is
            // kept here.
            device.session.walk = nil
            try refuse(key, ["The contact no longer exists."])
        default: pause(asked: nil)
        }
    }

    /// Returns `true` for an answer that contains no information about a call, such as a rate limit or a
    /// rejected token. After such an answer, the sync pauses or stops. No call gets the status failed.
    private mutating func isTrouble(
        _ body: MonicaAnswer.Body, _ request: MonicaRequest
    ) throws(Snapshot.Failure) -> Bool {
        switch body {
        case .throttled(let after):
            try requeue(request, wasDone: false)
            pause(asked: after ?? 60_000)
            device.session.failures = 0
        case .unauthorized:
            try requeue(request, wasDone: false)
            device.session.phase = .frozen
            emit(.frozen)
        case .unknown(let after):
            try requeue(request, wasDone: true)
            pause(asked: after)
        default: return false
        }
        return true
    }

    private mutating func pause(asked: UInt64?) {
        device.session.failures += 1
        let pause = settings.backOff.pause(
            after: device.session.failures, asked: asked, randomBits: moment.randomBits)
        device.session.phase = .paused(until: moment.monotonic + pause)
    }

    /// Sets a call with the status syncing to pending, so that it is sent again. If Monica may have received
    /// the call (`wasDone`), the outcome stays unknown.
    private mutating func requeue(_ request: MonicaRequest, wasDone: Bool) throws(Snapshot.Failure) {
        var found: MonicaCall?
        var isCreation = false
        switch request.body {
        case .create(let key, _, _):
            found = try call(key)
            isCreation = true
        case .replace(_, let key, _, _): found = try call(key)
        case .delete(let id): found = try call(id: id)
        case .read, .list: break
        }
        guard var call = found, call.status == .syncing else { return }
        call.status = .pending
        // An earlier attempt may still succeed, so the server is searched for the call before each further
        // attempt.
        if isCreation, !wasDone, call.attempts == 0 { call.isOutcomeUnknown = false }
        if wasDone { call.attempts += 1 }
        if wasDone, call.attempts % settings.attemptsBeforeRequeueing == 0 { call.place = nextPlace() }
        put(call)
    }

    private mutating func refuse(_ key: SyncKey, _ sentences: [String]) throws(Snapshot.Failure) {
        guard var call = try call(key) else { return }
        call.isOutcomeUnknown = false
        call.status = .failed
        call.refusal = sentences.joined(separator: " ")
        put(call)
    }

    /// Processes the confirmation of a creation or replacement.
    private mutating func confirm(_ key: SyncKey, _ sent: CallContent, _ remote: RemoteCall) throws(Snapshot
        .Failure)
    {
        guard var call = try call(key) else { return }
        call.id = remote.id
        call.isOurs = true
        call.base = MonicaCall.Base(content: remote.content, updatedAt: remote.updatedAt)
        call.isOutcomeUnknown = false
        call.attempts = 0
        call.status = call.content == sent && !call.isDeleted ? .synced : .pending
        put(call)
    }

    private mutating func settleDeletion(_ id: Int32) throws(Snapshot.Failure) {
        device.state.surplus.removeAll { $0 == id }
        guard var call = try call(id: id) else { return }
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
        put(call)
    }

    /// Handles an id that Monica does not have. Before the call counts as deleted, the sync searches the
    /// server for the call under another id.
    private mutating func handleMissing(_ id: Int32) throws(Snapshot.Failure) {
        let other = device.state.doubles.removeValue(forKey: id)
        guard var call = try call(id: id) else { return }
        if call.isDeleted {
            call.status = .synced
        } else if let other {
            // The call was created again on the server.
            call.id = other
            device.session.missingIDs.append(other)
        } else {
            call.id = 0
            call.isOutcomeUnknown = true
            call.status = .pending
        }
        put(call)
    }
}
