import IlkSync
import Monica
import TestSupport

/// Two simulated devices and Monica. A schedule determines all events.
struct MonicaWorld: MessageWorld {
    struct Slot: SimulatedSlot {
        var device = MonicaDevice(state: MonicaDevice.State())
        var calls = MemoryCalls()
        var isRunning = false
        /// The number of starts of the process.
        var life = 0
        var skew: Int64 = 0
        var wake = UInt64.max
        var plannedCrash: SyncStep.KillMoment?
        /// The last version of each of Monica's calls that the device received.
        var seen: [Int32: Int] = [:]
        /// The times at which the device last sent the creation of a call.
        var creations: [SyncKey: UInt64] = [:]
        /// The requests for the newest calls.
        var looks: [Look] = []

        mutating func die() { end(leaving: MonicaDevice(state: device.state)) }
    }

    struct Look {
        let sentAt: UInt64
        let answeredAt: UInt64
    }

    enum Message {
        case toMonica(Errand)
        case toDevice(Int, life: Int, MonicaAnswer, versions: [Int32: Int], Look?)
    }

    /// A request in transit, with the sender's state.
    struct Errand {
        let from: Int
        let life: Int
        let request: MonicaRequest
        let sentAt: UInt64
        let seen: [Int32: Int]
        /// The time at which Monica answered the first check after an earlier creation of the same call, or
        /// `nil`.
        let lookedAt: UInt64?
    }

    let fault: MonicaFault?
    let engine = MonicaEngine()
    var dice: SeededGenerator
    var now: UInt64 = 0
    var slots = [Slot(), Slot()]
    var messages: [Message] = []
    var monica = MonicaModel()
    var trouble: (count: Int, how: Int) = (0, 0)
    var truth = MonicaTruth()
    /// The violations detected during the run.
    var fouls: [String] = []

    init(seed: UInt64, fault: MonicaFault?) {
        self.fault = fault
        dice = SeededGenerator(seed: seed ^ 0xCA11)
        for index in slots.indices { start(index) }
    }

    mutating func perform(_ step: MonicaStep) {
        switch step {
        case .note(let device, let isBad):
            let key = SyncKey(high: dice.next() >> 1, low: dice.next())
            let notes = truth.token()
            write(key, content(notes: notes, duration: isBad ? 13 : 20), on: device)
        case .edit(let device, let number, let isAdding):
            let calls = slots[device].calls.all.filter { !$0.isDeleted }
            guard !calls.isEmpty else { break }
            var content = calls[number % calls.count].content
            content.notes = isAdding ? content.notes + truth.token() : truth.token()
            if !isAdding { content.duration = 20 }
            write(calls[number % calls.count].key, content, on: device)
        case .delete(let device, let number):
            let calls = slots[device].calls.all.filter { !$0.isDeleted }
            guard !calls.isEmpty else { break }
            let call = calls[number % calls.count]
            if self.step(device, .delete(key: call.key)) { truth.supersede(call.content.notes, by: "") }
        case .noteThere, .editThere, .deleteThere: happenThere(step)
        case .deliver(let pick): if let message = remove(pick) { deliver(message) }
        case .drop(let pick): _ = remove(pick)
        case .pass(let milliseconds): pass(milliseconds)
        case .kill(let device, let moment): kill(device, moment)
        case .start(let device): start(device)
        case .skew(let device, let milliseconds): slots[device].skew += milliseconds
        case .skewMonica(let milliseconds): monica.skew += milliseconds
        case .trouble(let count, let how): trouble = (count, how)
        }
    }

    private func content(notes: String, duration: Int32) -> CallContent {
        CallContent(contact: 1, calledAt: 1_800_000_000, duration: duration, notes: notes)
    }

    private mutating func happenThere(_ step: MonicaStep) {
        let ids = monica.rows.keys.sorted()
        switch step {
        case .noteThere:
            let notes = truth.token(isThere: true)
            truth.commit(notes)
            monica.insert(nil, content(notes: notes, duration: 0), CallLineage(), at: now)
        case .editThere(let number, let isAdding):
            guard !ids.isEmpty, let call = monica.rows[ids[number % ids.count]]?.call else { return }
            var content = call.content
            content.notes = (isAdding ? content.notes : "") + truth.token(isThere: true)
            truth.commit(content.notes)
            truth.supersede(call.content.notes, by: content.notes)
            monica.replace(call.id, call.key, content, call.lineage, at: now)
        case .deleteThere(let number):
            guard !ids.isEmpty, let call = monica.rows[ids[number % ids.count]]?.call else { return }
            truth.supersede(call.content.notes, by: "")
            monica.remove(call.id)
        default: break
        }
    }

    private mutating func write(_ key: SyncKey, _ content: CallContent, on index: Int) {
        let before = slots[index].calls.call(key)?.content.notes ?? ""
        guard step(index, .write(key: key, content)) else { return }
        truth.commit(content.notes)
        truth.supersede(before, by: content.notes)
    }

    mutating func start(_ index: Int) {
        guard !slots[index].isRunning else { return }
        slots[index].isRunning = true
        slots[index].life += 1
        step(index, .started)
    }

    mutating func decide(
        _ input: MonicaInput, for device: inout MonicaDevice, on index: Int
    ) -> [MonicaEffect] {
        let moment = SyncMoment(
            monotonic: now, wall: SyncWorld.epochOfTime + Int64(now) + slots[index].skew,
            randomBits: dice.next())
        return engine.step(&device, input, at: moment, in: slots[index].calls)
    }

    mutating func leak(_ effects: [MonicaEffect], of device: MonicaDevice, on index: Int) {
        if fault == .sendsBeforeItStores { carryOut(effects, on: index) }
    }

    mutating func commit(
        _ effects: [MonicaEffect], of device: MonicaDevice, on index: Int, _ input: MonicaInput
    ) {
        slots[index].calls.apply(fault.map { planted($0, in: effects) } ?? effects)
        slots[index].device = device
    }

    mutating func carryOut(_ effects: [MonicaEffect], on index: Int) {
        for effect in effects {
            switch effect {
            case .send(let request): messages.append(.toMonica(errand(request, from: index)))
            case .wake(let moment): slots[index].wake = moment
            default: break
            }
        }
    }

    private mutating func errand(_ request: MonicaRequest, from index: Int) -> Errand {
        var lookedAt: UInt64?
        if case .create(let key, _, _) = request.body {
            if let before = slots[index].creations.updateValue(now, forKey: key) {
                lookedAt = slots[index].looks.filter { $0.sentAt >= before }.map(\.answeredAt).min()
            }
        }
        return Errand(
            from: index, life: slots[index].life, request: request, sentAt: now, seen: slots[index].seen,
            lookedAt: lookedAt)
    }

    private func planted(_ fault: MonicaFault, in effects: [MonicaEffect]) -> [MonicaEffect] {
        effects.compactMap { effect in
            switch (fault, effect) {
            case (.forgetsWhatLost, .storeConflictCopy): return nil
            case (.createsBlindly, .put(var call)):
                call.isOutcomeUnknown = false
                return .put(call)
            default: return effect
            }
        }
    }
}
