import IlkSync
import TestSupport

/// Simulated devices, a hub and a network. A schedule determines all events.
struct SyncWorld: MessageWorld {
    static let epochOfTime: Int64 = 1_800_000_000_000
    static let mostDevices = 5

    let fault: SyncFault?
    let engine: DeviceEngine
    let hub: HubEngine
    var dice: SeededGenerator
    var now: UInt64 = 0
    var slots: [SyncSlot] = []
    var messages: [SyncMessage] = []
    var truth = SyncOracle()
    var keys: [SyncKey]

    var account = HubAccount()
    var records = MemoryHub()
    var epoch: UInt64
    var hubSkew: Int64 = 0
    var latestHubTime: Int64 = 0
    var hubCopy: (HubAccount, MemoryHub)?
    var refusals: (count: Int, how: Int) = (0, 0)

    init(_ schedule: SyncSchedule, fault: SyncFault?) {
        self.fault = fault
        dice = SeededGenerator(seed: schedule.seed ^ 0x5DEE_CE66)
        var settings = SyncSettings()
        settings.pageItems = schedule.batch
        settings.pushedItems = schedule.batch
        engine = DeviceEngine(settings: settings, merge: fault?.merge ?? .standard)
        var limits = HubSettings()
        limits.payload = 40
        limits.items = 20
        limits.epochs = 4
        limits.isMerging = schedule.isMerging
        hub = HubEngine(settings: limits, merge: fault?.merge ?? .standard)
        epoch = dice.next()
        keys = []
        for number in 0..<4 { keys.append(SyncKey(high: 7, low: UInt64(number))) }
        for _ in 0..<schedule.devices {
            slots.append(SyncSlot(state: DeviceState(device: DeviceID(dice.next()))))
        }
        for index in slots.indices { start(index) }
    }

    var hubTime: Int64 { Self.epochOfTime + Int64(now) + hubSkew }

    mutating func perform(_ step: SyncStep) {
        switch step {
        case .event(let device): noteEvent(on: device % slots.count)
        case .edit(let device, let record, let isTooLong):
            edit(keys[record], on: device % slots.count, isTooLong: isTooLong)
        case .delete(let device, let record): delete(keys[record], on: device % slots.count)
        case .erase(let device, let event): erase(event, on: device % slots.count)
        case .deliver(let pick): if let message = remove(pick) { deliver(message) }
        case .drop(let pick): _ = remove(pick)
        case .repeatMessage(let pick):
            guard !messages.isEmpty else { break }
            let message = messages[pick % messages.count]
            if messages.count < 60 { messages.append(message) }
            deliver(message)
        case .pass(let milliseconds): pass(milliseconds)
        case .kill(let device, let moment): kill(device % slots.count, moment)
        case .start(let device): start(device % slots.count)
        case .skew(let device, let milliseconds): slots[device % slots.count].skew += milliseconds
        case .skewHub(let milliseconds): hubSkew += milliseconds
        case .cut(let device): slots[device % slots.count].isCut = true
        case .heal(let device): heal(device % slots.count)
        case .backUp(let device):
            let slot = slots[device % slots.count]
            slots[device % slots.count].copy = .init(state: slot.device.state, replica: slot.replica)
        case .clone(let device): clone(device % slots.count)
        case .putBack(let device): putBack(device % slots.count)
        case .backUpHub: hubCopy = (account, records)
        case .restartHub: epoch = dice.next()
        case .restoreHub: restoreHub()
        case .sweep(let kept):
            store(hub.sweep(&account, upTo: account.head - min(account.head, kept)))
        case .refuse(let count, let how): refusals = (count, how)
        }
    }

    mutating func deliver(_ message: SyncMessage) {
        switch message {
        case .toHub(let index, let request):
            if !slots[index].isCut { answer(request, from: index) }
        case .toDevice(let index, let response):
            guard !slots[index].isCut else { return }
            let response = fault?.response(response, slots[index].device.session) ?? response
            step(index, .answered(response))
        case .failure(let index, let id, let failure): step(index, .failed(id, failure))
        }
    }

    private mutating func answer(_ request: SyncRequest, from index: Int) {
        if refusals.count > 0 {
            refusals.count -= 1
            let failures: [TransportFailure] = [
                .busy(after: nil), .busy(after: 45_000), .unauthorized, .noAnswer,
            ]
            return messages.append(.failure(index, request.id, failures[refusals.how]))
        }
        latestHubTime = max(latestHubTime, hubTime)
        let taken = fault?.request(request, account) ?? request
        let outcome = hub.step(&account, taken, at: hubTime, epoch: epoch, in: records)
        store(fault?.changes(outcome.changes) ?? outcome.changes)
        let response = outcome.response
        messages.append(
            .toDevice(index, SyncResponse(id: request.id, now: response.now, body: response.body)))
    }

    /// Applies the hub's changes and registers dropped tombstones.
    private mutating func store(_ changes: [HubChange]) {
        for change in changes {
            guard case .dropTombstones(let last) = change else { continue }
            for entry in records.all where entry.sequence <= last && entry.record.isTombstone {
                truth.noteDropped(entry.record)
            }
        }
        records.apply(changes)
    }

    mutating func decide(
        _ input: DeviceInput, for device: inout SyncDevice, on index: Int
    ) -> [DeviceEffect] {
        let moment = SyncMoment(
            monotonic: now, wall: Self.epochOfTime + Int64(now) + slots[index].skew,
            randomBits: fault == .livesOn && input == .started ? 1 : dice.next())
        return engine.step(&device, input, at: moment, in: slots[index].replica)
    }

    mutating func leak(_ effects: [DeviceEffect], of device: SyncDevice, on index: Int) {
        if fault == .storesTheCursorFirst { slots[index].device = device }
    }

    mutating func carryOut(_ effects: [DeviceEffect], on index: Int) {
        for effect in effects {
            switch effect {
            case .send(let request): messages.append(.toHub(from: index, request))
            case .wake(let moment): slots[index].wake = moment
            case .change, .notice: break
            }
        }
    }

    mutating func commit(
        _ effects: [DeviceEffect], of device: SyncDevice, on index: Int, _ input: DeviceInput
    ) {
        var changes: [ReplicaChange] = []
        for effect in effects {
            switch effect {
            case .change(let change):
                changes.append(change)
                guard case .put(let entry) = change,
                    let old = slots[index].replica.entry(entry.record.key), isRestamped(old, entry, input)
                else { break }
                truth.rename(entry.record.key, from: old.record.stamp, to: entry.record.stamp)
            case .send, .wake, .notice: break
            }
        }
        if let fault { changes = fault.changes(changes, on: input) }
        slots[index].replica.apply(changes)
        slots[index].device = device
    }

    /// Returns `true` if the device restamped a value because the hub found the stamp too far ahead.
    private func isRestamped(_ old: ReplicaEntry, _ new: ReplicaEntry, _ input: DeviceInput) -> Bool {
        guard case .answered(let response) = input, case .pushed = response.body else { return false }
        return new.record.kind == .metadata && old.record.stamp != new.record.stamp
            && old.record.payload == new.record.payload
            && new.record.stamp.incarnation == response.id.incarnation
    }
}
