import IlkSync
import Monica

extension MonicaWorld {
    mutating func deliver(_ message: Message) {
        switch message {
        case .toMonica(let errand): answer(errand)
        case .toDevice(let index, let life, let answer, let versions, let look):
            // A process's connections end with it.
            guard slots[index].isRunning, slots[index].life == life else { return }
            slots[index].seen.merge(versions) { $1 }
            if let look { slots[index].looks.append(look) }
            step(index, .answered(faulty(answer, index)))
        }
    }

    private func faulty(_ answer: MonicaAnswer, _ index: Int) -> MonicaAnswer {
        var (number, body) = (answer.number, answer.body)
        switch (fault, body) {
        case (.takesAnyAnswer, _):
            if case .waiting(let request, _) = slots[index].device.session.phase { number = request.number }
        case (.readsOnePageOnly, .page(let calls, _, let total)):
            body = .page(calls, isLast: true, total: total)
        default: break
        }
        return MonicaAnswer(number: number, now: answer.now, body: body)
    }

    private mutating func answer(_ errand: Errand) {
        let request = errand.request
        var body: MonicaAnswer.Body?
        if trouble.count > 0 {
            trouble.count -= 1
            body =
                [.throttled(after: 20_000), .unauthorized, .unknown(after: nil), .unknown(after: 3000)][
                    trouble.how]
        }
        var answer = MonicaAnswer(number: request.number, now: monica.clock(now), body: body ?? .missing)
        if body == nil || trouble.how == 2 {
            watch(errand)
            let done = monica.answer(request, at: now)
            if body == nil { answer = done }
        }
        let versions = monica.rows.mapValues(\.version)
        var look: Look?
        if case .list(.newest, _) = request.body, case .page = answer.body {
            look = Look(sentAt: errand.sentAt, answeredAt: now)
        }
        messages.append(
            .toDevice(errand.from, life: errand.life, answer, versions: told(answer, versions), look))
    }

    /// Returns the versions that a response contains.
    private func told(_ answer: MonicaAnswer, _ versions: [Int32: Int]) -> [Int32: Int] {
        switch answer.body {
        case .call(let call): versions.filter { $0.key == call.id }
        case .page(let calls, _, _):
            versions.filter { version in calls.contains { $0.id == version.key } }
        default: [:]
        }
    }

    /// Checks a request before Monica executes it.
    private mutating func watch(_ errand: Errand) {
        let seen = errand.seen
        switch errand.request.body {
        case .create(let key, _, _):
            // A visible duplicate existed before this request, and it was not created after the check.
            let double = monica.rows.values.first { $0.call.key == key && $0.takenAt < errand.sentAt }
            if let double, errand.lookedAt.map({ double.takenAt < $0 }) ?? true {
                fouls.append("a call was created twice")
            }
        case .replace(let id, _, let content, _): overwrite(id, by: content.notes, seen)
        case .delete(let id): overwrite(id, by: "", seen)
        case .read, .list: break
        }
    }

    private mutating func overwrite(_ id: Int32, by notes: String, _ seen: [Int32: Int]) {
        guard let row = monica.rows[id], seen[id] != row.version else { return }
        truth.excuse(row.call.content.notes, by: notes)
    }

    // MARK: Settling

    /// Ends all faults and lets both devices finish.
    ///
    /// - Returns: The violated expectation, or `nil`.
    mutating func settle() -> String? {
        trouble = (0, 0)
        for index in slots.indices {
            slots[index].plannedCrash = nil
            start(index)
            step(index, .credentialsChanged)
        }
        // Several full reads: each device must learn what the other one found in its read.
        for _ in 0..<3 {
            for index in slots.indices {
                slots[index].device = restarted(slots[index].device)
                slots[index].life += 1
                step(index, .started)
                step(index, .readAll)
            }
            if let endless = finish() { return endless }
        }
        return wrong()
    }

    private func restarted(_ device: MonicaDevice) -> MonicaDevice { MonicaDevice(state: device.state) }

    var isSettled: Bool {
        messages.isEmpty && slots.allSatisfy { $0.device.isQuiet && $0.calls.firstWaiting() == nil }
    }

    private func wrong() -> String? {
        if let foul = fouls.first { return foul }
        let rows = monica.rows.values.map(\.call)
        let keys = rows.compactMap(\.key)
        if Set(keys).count != keys.count { return "Monica has a call twice" }
        for slot in slots {
            let live = slot.calls.all.filter { !$0.isDeleted && $0.status == .synced }
            for call in live where monica.rows[call.id]?.call.content != call.content {
                return "a device has another version"
            }
            let known = Set(slot.calls.all.filter { !$0.isDeleted }.map(\.id))
            if rows.contains(where: { !known.contains($0.id) }) { return "a device lacks a call" }
        }
        for slot in slots {
            let ids = slot.calls.all.filter { $0.id != 0 && !$0.isDeleted }.map(\.id)
            if Set(ids).count != ids.count { return "a device has a call twice" }
        }
        let names = slots.map { slot in
            Dictionary(
                uniqueKeysWithValues: slot.calls.all.filter { $0.id != 0 && !$0.isDeleted }.map {
                    ($0.id, $0.key)
                })
        }
        for id in monica.rows.keys where names[0][id] != names[1][id] { return "a call has two keys" }
        let texts =
            rows.map(\.content.notes)
            + slots.flatMap { slot in
                slot.calls.all.filter { !$0.isDeleted }.map(\.content.notes)
                    + slot.calls.kept.map(\.content.notes)
            }
        return truth.lost(in: texts).isEmpty ? nil : "a note is lost"
    }
}
