import IlkSync
import IlkSyncStore
import IlkCloudKit
import IlkTransport
import SyncSimulation
import TestSupport

extension CloudKitWorld {
    mutating func perform(_ step: CloudKitStep) async {
        func place(_ device: Int) -> Int { device % slots.count }
        switch step {
        case .event(let device): noteEvent(on: place(device))
        case .edit(let device, let record): write(keys[record], on: place(device), isDeletion: false)
        case .delete(let device, let record): write(keys[record], on: place(device), isDeletion: true)
        case .erase(let device, let event): erase(event, on: place(device))
        case .carry(let device): await carry(on: place(device))
        case .lose(let device): slots[place(device)].incoming = nil
        case .pass(let milliseconds): pass(milliseconds)
        case .kill(let device, let moment): kill(place(device), moment)
        case .start(let device): start(place(device))
        case .skew(let device, let milliseconds): slots[place(device)].clock.skew(milliseconds)
        case .backUp(let device): slots[place(device)].copy = slots[place(device)].data
        case .clone(let device): add(slots[place(device)].copy ?? slots[place(device)].data)
        case .putBack(let device): putBack(place(device))
        case .trouble(let fault, let operation): standIn.plan(fault, at: operation)
        case .sweep: sweep()
        case .deleteZone:
            standIn.deleteZones()
            truth.excuse(heldBy: devicesRecords())
        case .skewWriters(let milliseconds): standIn.setSkew(milliseconds)
        }
    }

    private mutating func carry(on index: Int) async {
        let deletions = standIn.deletions
        await carry(index)
        // Records that existed only in a deleted zone are lost.
        if standIn.deletions != deletions { truth.excuse(heldBy: there() + devicesRecords()) }
    }

    private mutating func noteEvent(on index: Int) {
        let key = SyncKey(high: dice.next(), low: dice.next())
        if step(
            index, .write(.event(key: key, collection: "taps", payload: [UInt8(truncatingIfNeeded: key.low)]))
        ) {
            truth.note(event: key)
        }
    }

    private mutating func write(_ key: SyncKey, on index: Int, isDeletion: Bool) {
        guard truth.edits.count < SyncOracle.capacity else { return }
        let before = slots[index].replica.entry(key)?.record
        if isDeletion, before?.isTombstone ?? true { return }
        let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: truth.edits.count), count: 5)
        let write: LocalWrite =
            isDeletion ? .delete(key: key) : .edit(key: key, collection: "profiles", payload: payload)
        guard step(index, .write(write)), let after = slots[index].replica.entry(key)?.record else { return }
        truth.note(edit: after, over: before, isTooLong: false)
    }

    private mutating func erase(_ number: Int, on index: Int) {
        guard !truth.events.isEmpty else { return }
        let key = truth.events[number % truth.events.count].key
        guard let entry = slots[index].replica.entry(key), !entry.record.isTombstone else { return }
        if step(index, .write(.delete(key: key))) { truth.erase(event: key) }
    }

    private mutating func putBack(_ index: Int) {
        guard let copy = slots[index].copy else { return }
        slots[index].device = SyncDevice(state: copy.state)
        slots[index].die()
        slots[index].replica = copy.replica
        slots[index].memory = MemoryLedger(copy.ledger)
        truth.excuse(heldBy: there() + devicesRecords())
        start(index)
    }

    private mutating func sweep() {
        truth.mayReturn = true
        for record in there() where record.isTombstone { truth.noteDropped(record) }
        standIn.remove { _, fields in fields.contains(#""isDeleted":{"type":"INT64","value":1}"#) }
    }

    /// Returns the records of the zone.
    private func there() -> [SyncRecord] { standIn.records().compactMap { CloudKitRecord.record(json: $0) } }

    private func devicesRecords() -> [SyncRecord] { slots.flatMap { $0.replica.all.map(\.record) } }

    // MARK: Settling

    /// Ends all faults and lets all devices finish.
    ///
    /// - Returns: The violated expectation, or `nil`.
    mutating func settle() async -> String? {
        standIn.removeFaults()
        // Repeat: a device that lost its identifier to a copy notices it only with its next request.
        for _ in 0..<2 {
            for index in slots.indices {
                slots[index].die()
                start(index)
                step(index, .credentialsChanged)
            }
            for _ in 0..<3 { if let endless = await finish() { return endless } }
        }
        return wrong()
    }

    private mutating func finish() async -> String? {
        for index in slots.indices {
            step(index, .networkBack)
            var count = 0
            while slots[index].outgoing != nil || slots[index].incoming != nil || !isIdle(index) {
                count += 1
                if count > 3000 { return "the sync does not end" }
                if slots[index].device.session.phase == .frozen {
                    do { try await slots[index].keeper.keep(standIn.signIn()) } catch { return "\(error)" }
                    step(index, .credentialsChanged)
                }
                if slots[index].outgoing == nil, slots[index].incoming == nil {
                    pass(max(1, slots[index].wake - min(slots[index].wake, time.monotonic)))
                }
                await carry(index)
            }
        }
        return nil
    }

    private func isIdle(_ index: Int) -> Bool {
        let session = slots[index].device.session
        return session.phase == .idle && session.isGreeted
            && slots[index].replica.outbox(limit: 1, passingOver: { _ in false }).isEmpty
    }

    private func wrong() -> String? {
        if Set(slots.map(\.device.state.device)).count != slots.count {
            return "two devices have the same id"
        }
        let all = there().sorted { $0.key < $1.key }
        for slot in slots {
            if slot.replica.all.contains(where: { $0.rejection != nil }) { return "a record was rejected" }
            if slot.replica.all.map(\.record) != all { return "a device has other records than the zone" }
        }
        if Set(slots.map(\.replica.bytes)).count != 1 { return "the bytes differ" }
        let latest = time.wall + HubSettings().drift + HubSettings().slack * Int64(SyncOracle.capacity)
        for record in all where record.kind == .metadata && record.stamp.time.milliseconds > latest {
            return "a stamp from the future"
        }
        return truth.fault(in: all, aside: [])
    }
}

extension CloudKitSchedule {
    /// Executes the schedule and then lets all devices finish without faults.
    ///
    /// - Returns: The violated expectation, or `nil`.
    package func run(_ mistake: PlantedCloudKitFault? = nil) async -> String? {
        var world = CloudKitWorld(self, mistake)
        for step in steps { await world.perform(step) }
        return await world.settle()
    }

    /// Returns the shortest failing schedule found by removing steps.
    package func shrunk() async -> CloudKitSchedule {
        var shrinking = Shrinking(steps)
        var short = self
        while let fewer = shrinking.next() {
            short.steps = fewer
            shrinking.note(fewer, fails: await short.run() != nil)
        }
        short.steps = shrinking.steps
        return short
    }
}
