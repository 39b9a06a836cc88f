import IlkStore
import IlkSync
import StoreTestSupport
import SyncSimulation
import SyncTestSupport
import TestSupport
import Testing

@testable import IlkSyncStore

/// Runs two devices and a hub in memory and on disk side by side. Each step must have equal results.
@Suite("file stores and memory stores") struct LockstepTests {
    private struct Side {
        var memory: SyncDevice
        var records = MemoryReplica()
        let store: ReplicaStore
        var stored: SyncDevice
        var inbox: [DeviceInput] = []
    }

    private static let engine: DeviceEngine = {
        var settings = SyncSettings()
        settings.pushedItems = 3
        settings.pageItems = 4
        return DeviceEngine(settings: settings)
    }()

    private static let hubSettings: HubSettings = {
        var settings = HubSettings()
        settings.payload = 40
        settings.items = 20
        return settings
    }()

    /// A hub in memory and the same hub on disk.
    private struct Hubs {
        let path: String
        let clock: ManualClock
        let account: HubAccountID
        var store: HubStore
        var epoch: UInt64
        var state = HubAccount()
        var records = MemoryHub()
        let engine = HubEngine(settings: LockstepTests.hubSettings)

        init(_ path: String, _ clock: ManualClock, epoch: UInt64) async throws {
            self.path = path
            self.clock = clock
            self.epoch = epoch
            store = try HubStore.open(.file(path), settings: hubSettings, epoch: epoch, clock: clock)
            let token = try await store.makeToken(for: "a", name: "t", scopes: [.sync])
            account = try #require(try await store.token(token)).account
        }

        /// Returns the response of both hubs.
        mutating func answer(_ request: SyncRequest) async throws -> SyncResponse {
            let outcome = engine.step(&state, request, at: clock.wall, epoch: epoch, in: records)
            records.apply(outcome.changes)
            #expect(try await store.answer(request, of: account) == outcome.response)
            return outcome.response
        }

        mutating func restart(epoch: UInt64) throws {
            self.epoch = epoch
            try store.close()
            store = try HubStore.open(.file(path), settings: hubSettings, epoch: epoch, clock: clock)
        }

        mutating func sweep() async throws {
            _ = try await store.sweep(account, olderThan: 0)
            // Apply the same limit in memory: the last tombstone that is older than now.
            let graves = records.all.filter {
                $0.record.isTombstone && records.received($0.record.key) < clock.wall
            }
            if let last = graves.last { records.apply(engine.sweep(&state, upTo: last.sequence)) }
        }
    }

    @Test(arguments: 1...12)
    func `the stores on disk behave like their references in memory`(seed: Int) async throws {
        var dice = SeededGenerator(seed: UInt64(seed))
        let scratch = try Scratch()
        let clock = ManualClock()
        var hubs = try await Hubs(scratch.path("hub.sqlite"), clock, epoch: dice.next())
        var sides: [Side] = []
        for number in 0..<2 {
            let store = try ReplicaStore.open(
                .file(scratch.path("\(number).sqlite")), settings: Self.engine.settings)
            let name = dice.next()
            sides.append(
                Side(
                    memory: SyncDevice(state: DeviceState(device: DeviceID(name))), store: store,
                    stored: try await store.device(randomBits: name), inbox: [.started]))
        }
        var requests: [(Int, SyncRequest)] = []
        for _ in 0..<250 {
            let index = dice.below(2)
            clock.pass(Int64(dice.below(3000)))
            switch dice.below(12) {
            case 0...4: sides[index].inbox.append(Self.write(&dice))
            case 5...8:
                guard !requests.isEmpty else { break }
                let (from, request) = requests.removeFirst()
                sides[from].inbox.append(.answered(try await hubs.answer(request)))
            case 9: sides[index].inbox.append(dice.below(2) == 0 ? .networkBack : .tick)
            case 10 where dice.below(3) == 0: try hubs.restart(epoch: dice.next())
            case 11 where dice.below(4) == 0: try await hubs.sweep()
            default: clock.pass(60_000)
            }
            for index in sides.indices {
                for input in sides[index].inbox {
                    let moment = SyncMoment(
                        monotonic: clock.monotonic, wall: clock.wall, randomBits: dice.next())
                    requests += try await Self.step(&sides[index], input, moment).map { (index, $0) }
                }
                sides[index].inbox = []
            }
        }
        for side in sides { try await Self.compare(side, seed) }
        try hubs.store.close()
    }

    private static func write(_ dice: inout SeededGenerator) -> DeviceInput {
        let key = SyncKey(high: 7, low: UInt64(dice.below(4)))
        switch dice.below(4) {
        case 0:
            return .write(
                .event(
                    key: SyncKey(high: dice.next(), low: dice.next()), collection: "taps",
                    payload: [UInt8(dice.below(256))]))
        case 1: return .write(.delete(key: key))
        default:
            let payload = [UInt8](repeating: UInt8(dice.below(256)), count: dice.below(8) == 0 ? 50 : 5)
            return .write(.edit(key: key, collection: "profiles", payload: payload))
        }
    }

    /// Executes a step on both sides and returns the requests to send.
    private static func step(
        _ side: inout Side, _ input: DeviceInput, _ moment: SyncMoment
    ) async throws -> [SyncRequest] {
        let effects = engine.step(&side.memory, input, at: moment, in: side.records)
        side.records.apply(effects.compactMap { if case .change(let change) = $0 { change } else { nil } })
        let outcome = try await side.store.step(side.stored, [input], at: moment)
        side.stored = outcome.device
        #expect(side.stored == side.memory)
        let told = effects.filter { if case .change = $0 { false } else { true } }
        #expect(outcome.effects == told)
        return told.compactMap { if case .send(let request) = $0 { request } else { nil } }
    }

    private static func compare(_ side: Side, _ seed: Int) async throws {
        #expect(try await side.store.bytes() == side.records.bytes, "seed \(seed)")
        // A new process has the state of the previous one, except for the session.
        #expect(try await side.store.device(randomBits: 0).state == side.memory.state)
        let held = side.records.all
        try await side.store.store.read { database in
            let stored = try StoredReplica(database, lastChange: 0, known: EntryCache())
            for entry in held { #expect(try stored.entry(entry.record.key) == entry) }
        }
        let waiting = try await side.store.waiting()
        #expect(waiting.pending == held.count { $0.isPending })
        #expect(waiting.rejected == held.count { $0.place != nil && $0.rejection != nil })
        try side.store.close()
    }
}
