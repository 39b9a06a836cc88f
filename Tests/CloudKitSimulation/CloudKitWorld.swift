import Foundation
import IlkStore
import IlkSync
import IlkSyncStore
import IlkCloudKit
import IlkTransport
import SyncSimulation
import Synchronization
import TestSupport

/// Simulated devices and a CloudKit container. A schedule determines all events. Engine and link are the real
/// ones, the server is a stand-in, and all data is in memory.
struct CloudKitWorld: SimulatedWorld {
    final class Clock: SyncClock {
        private let now: Mutex<(monotonic: UInt64, skew: Int64)>
        init() { now = Mutex((0, 0)) }

        var monotonic: UInt64 { now.withLock { $0.monotonic } }
        var wall: Int64 { now.withLock { CloudKitWorld.epoch + Int64($0.monotonic) + $0.skew } }
        func set(_ monotonic: UInt64) { now.withLock { $0.monotonic = monotonic } }
        func skew(_ milliseconds: Int64) { now.withLock { $0.skew += milliseconds } }
        func sleep(until moment: UInt64) async throws {}
    }

    struct Copy {
        var state: DeviceState
        var replica: MemoryReplica
        var ledger: MemoryLedger.Content
    }

    struct Slot: SimulatedSlot {
        var device: SyncDevice
        var replica: MemoryReplica
        var memory: MemoryLedger
        var ledger: any SequenceLedger
        let keeper: MemoryTokenKeeper
        let clock = Clock()
        var link: CloudKitLink?
        var isRunning = false
        var outgoing: SyncRequest?
        var incoming: DeviceInput?
        var wake = UInt64.max
        var plannedCrash: SyncStep.KillMoment?
        var copy: Copy?

        var data: Copy { Copy(state: device.state, replica: replica, ledger: memory.content) }

        mutating func die() {
            (outgoing, incoming, link) = (nil, nil, nil)
            end(leaving: SyncDevice(state: device.state))
        }
    }

    static let epoch: Int64 = 1_800_000_000_000
    static let mostDevices = 5

    let mistake: PlantedCloudKitFault?
    let engine: DeviceEngine
    let standIn = FakeCloudKit()
    let time = Clock()
    let dice: Dice
    var slots: [Slot] = []
    var truth = SyncOracle()
    let keys = (0..<3).map { SyncKey(high: 7, low: UInt64($0)) }

    /// A source of random bits shared by all devices.
    final class Dice: Sendable {
        private let generator: Mutex<SeededGenerator>
        init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }
        func next() -> UInt64 { generator.withLock { $0.next() } }
    }

    init(_ schedule: CloudKitSchedule, _ mistake: PlantedCloudKitFault?) {
        self.mistake = mistake
        var settings = SyncSettings()
        settings.pageItems = schedule.batch * 2
        settings.pushedItems = schedule.batch
        engine = DeviceEngine(settings: settings)
        dice = Dice(seed: schedule.seed ^ 0x5DEE_CE66)
        standIn.setPageSize(schedule.page)
        for _ in 0..<schedule.devices {
            let state = DeviceState(device: DeviceID(dice.next()))
            add(Copy(state: state, replica: MemoryReplica(), ledger: MemoryLedger.Content()))
        }
    }

    mutating func add(_ data: Copy) {
        guard slots.count < Self.mostDevices else { return }
        let memory = MemoryLedger(data.ledger)
        slots.append(
            Slot(
                device: SyncDevice(state: data.state), replica: data.replica, memory: memory, ledger: memory,
                keeper: MemoryTokenKeeper(standIn.signIn())))
        slots[slots.count - 1].clock.set(time.monotonic)
        start(slots.count - 1)
    }

    mutating func start(_ index: Int) {
        guard !slots[index].isRunning else { return }
        slots[index].isRunning = true
        let (time, dice) = (time, dice)
        slots[index].ledger = mistake?.ledger(slots[index].memory) ?? slots[index].memory
        let carrier = CloudKitCarrier(standIn) { Double(time.wall) / 1000 }
        slots[index].link = standIn.link(
            as: .user(apiToken: standIn.apiToken, slots[index].keeper),
            over: mistake?.carrier(carrier) ?? carrier, ledger: slots[index].ledger,
            clock: slots[index].clock,
            ids: RecordIDSource(
                clock: { Date(timeIntervalSince1970: 1) }, random: SeededGenerator(seed: dice.next())),
            dice: { dice.next() })
        step(index, .started)
    }

    mutating func pass(_ milliseconds: UInt64) {
        time.set(time.monotonic + milliseconds)
        for index in slots.indices {
            slots[index].clock.set(time.monotonic)
            guard slots[index].wake <= time.monotonic else { continue }
            slots[index].wake = .max
            step(index, .tick)
        }
    }

    mutating func decide(
        _ input: DeviceInput, for device: inout SyncDevice, on index: Int
    ) -> [DeviceEffect] {
        let moment = SyncMoment(
            monotonic: time.monotonic, wall: slots[index].clock.wall, randomBits: dice.next())
        return engine.step(&device, input, at: moment, in: slots[index].replica)
    }

    mutating func carryOut(_ effects: [DeviceEffect], on index: Int) {
        for effect in effects {
            switch effect {
            case .send(let request): (slots[index].outgoing, slots[index].incoming) = (request, nil)
            case .wake(let moment): slots[index].wake = moment
            case .change, .notice: break
            }
        }
    }

    mutating func commit(
        _ effects: [DeviceEffect], of device: SyncDevice, on index: Int, _ input: DeviceInput
    ) {
        var changes: [ReplicaChange] = []
        for case .change(let change) in effects {
            changes.append(change)
            guard case .put(let entry) = change, case .answered(let response) = input,
                case .pushed = response.body, let old = slots[index].replica.entry(entry.record.key)?.record,
                old.stamp != entry.record.stamp, old.payload == entry.record.payload,
                entry.record.kind == .metadata, entry.record.stamp.incarnation == response.id.incarnation
            else { continue }
            truth.rename(entry.record.key, from: old.stamp, to: entry.record.stamp)
        }
        slots[index].replica.apply(changes)
        slots[index].device = device
    }

    /// Executes a device's pending request, or delivers its response.
    mutating func carry(_ index: Int) async {
        if let incoming = slots[index].incoming {
            slots[index].incoming = nil
            step(index, incoming)
            return
        }
        guard let request = slots[index].outgoing, let link = slots[index].link else { return }
        slots[index].outgoing = nil
        do throws(SyncLinkError) {
            slots[index].incoming = .answered(try await link.answer(to: request))
        } catch {
            slots[index].incoming = .failed(request.id, error.failure)
        }
    }
}
