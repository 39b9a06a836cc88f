import IlkSync
import TestSupport

extension SyncWorld {
    mutating func noteEvent(on index: Int) {
        let key = SyncKey(high: dice.next(), low: dice.next())
        let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: key.low), count: 6)
        if step(index, .write(.event(key: key, collection: "taps", payload: payload))) {
            truth.note(event: key)
        }
    }

    mutating func edit(_ key: SyncKey, on index: Int, isTooLong: Bool) {
        guard truth.edits.count < SyncOracle.capacity else { return }
        let number = truth.edits.count
        let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: isTooLong ? 60 : 5)
        let before = slots[index].replica.entry(key)?.record
        guard step(index, .write(.edit(key: key, collection: "profiles", payload: payload))),
            let after = slots[index].replica.entry(key)?.record
        else { return }
        truth.note(edit: after, over: before, isTooLong: isTooLong)
    }

    mutating func delete(_ key: SyncKey, on index: Int) {
        guard truth.edits.count < SyncOracle.capacity, let before = slots[index].replica.entry(key)?.record,
            !before.isTombstone, step(index, .write(.delete(key: key))),
            let after = slots[index].replica.entry(key)?.record
        else { return }
        truth.note(edit: after, over: before, isTooLong: false)
    }

    mutating func erase(_ number: Int, on index: Int) {
        guard !truth.events.isEmpty else { return }
        let key = truth.events[number % truth.events.count].key
        guard let entry = slots[index].replica.entry(key), !entry.record.isTombstone else { return }
        if step(index, .write(.delete(key: key))) { truth.erase(event: key) }
    }

    mutating func start(_ index: Int) {
        guard !slots[index].isRunning else { return }
        slots[index].isRunning = true
        step(index, .started)
    }

    mutating func heal(_ index: Int) {
        slots[index].isCut = false
        step(index, .networkBack)
    }

    mutating func clone(_ index: Int) {
        let slot = slots[index]
        guard slots.count < Self.mostDevices else { return }
        slots.append(
            SyncSlot(
                state: slot.copy?.state ?? slot.device.state, replica: slot.copy?.replica ?? slot.replica))
        start(slots.count - 1)
    }

    mutating func putBack(_ index: Int) {
        guard let copy = slots[index].copy else { return }
        slots[index].device = SyncDevice(state: copy.state)
        slots[index].die()
        slots[index].replica = copy.replica
        truth.excuse(heldBy: held())
        start(index)
    }

    mutating func restoreHub() {
        guard let hubCopy else { return }
        (account, records) = hubCopy
        epoch = dice.next()
        truth.excuse(heldBy: held())
    }

    /// Returns all records of the hub and the devices. Messages in transit may still arrive, or not.
    private func held() -> [SyncRecord] {
        records.all.map(\.record) + slots.flatMap { $0.replica.all.map(\.record) }
    }

    // MARK: Settling

    /// Ends all faults and lets all devices finish.
    ///
    /// - Returns: The violated expectation, or `nil`.
    mutating func settle() -> String? {
        refusals = (0, 0)
        for index in slots.indices {
            slots[index].plannedCrash = nil
            start(index)
            step(index, .credentialsChanged)
            heal(index)
        }
        if let endless = finish() { return endless }
        // Repeat: a device that lost its identifier to a copy notices it only with its next request.
        for index in slots.indices { heal(index) }
        return finish() ?? wrong()
    }

    var isSettled: Bool {
        messages.isEmpty
            && slots.allSatisfy { $0.isSettled(head: account.head, horizon: account.horizon) }
    }

    private func wrong() -> String? {
        if Set(slots.map(\.device.state.device)).count != slots.count {
            return "two devices have the same id"
        }
        let all = records.all
        var isExact = true
        for slot in slots {
            let mine = slot.replica.all
            isExact = isExact && mine.allSatisfy { $0.rejection == nil }
            for entry in all {
                guard let own = slot.replica.entry(entry.record.key) else { return "a device lacks a record" }
                if own.rejection == nil, own.record != entry.record { return "a device has another version" }
            }
            for entry in mine where entry.rejection == nil && records.entry(entry.record.key) == nil {
                return "a device has an extra record"
            }
        }
        if isExact, Set(slots.map(\.replica.bytes)).count != 1 { return "the bytes differ" }
        let latest = latestHubTime + hub.settings.drift + hub.settings.slack * Int64(SyncOracle.capacity)
        for entry in all where entry.record.kind == .metadata {
            if entry.record.stamp.time.milliseconds > latest { return "a stamp from the future" }
        }
        let aside = slots.flatMap(\.replica.all).filter { $0.rejection != nil }.map(\.record.key)
        return truth.fault(in: all.map(\.record), aside: Set(aside))
    }
}

extension SyncSchedule: SimulatedSchedule {
    /// Executes the schedule and then lets all devices finish without faults.
    ///
    /// - Returns: The violated expectation, or `nil`.
    package func run(fault: SyncFault? = nil) -> String? {
        var world = SyncWorld(self, fault: fault)
        for step in steps { world.perform(step) }
        return world.settle()
    }
}
