import IlkStore
import IlkSync
import StoreTestSupport
import SyncTestSupport
import TestSupport
import Testing

@testable import IlkSyncStore

/// Two devices and a hub, in memory and in files side by side: each step must come to the same in both.
@Suite("files as memory") struct LockstepTests {
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

    @Test(arguments: 1...12)
    func `a seed's steps come to the same in files and in memory`(seed: Int) async throws {
        var dice = SeededGenerator(seed: UInt64(seed))
        let scratch = try Scratch()
        let clock = StillClock()
        var epoch = dice.next()
        let path = scratch.path("hub.sqlite")
        var hub = try HubStore.open(.file(path), settings: Self.hubSettings, epoch: epoch, clock: clock)
        let token = try await hub.makeToken(for: "a", name: "t", scopes: [.sync])
        let account = try #require(try await hub.token(token)).account
        var (state, entries) = (HubAccount(), MemoryHub())
        let engine = HubEngine(settings: Self.hubSettings)
        var sides: [Side] = []
        for number in 0..<2 {
            let store = try ReplicaStore.open(
                .file(scratch.path("\(number).sqlite")), settings: Self.engine.settings)
            let name = dice.next()
            sides.append(
                Side(
                    memory: SyncDevice(state: DeviceState(device: DeviceID(name))), store: store,
                    stored: try await store.device(dice: name), inbox: [.started]))
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
                let moment = HubEngine.Moment(now: clock.wall, epoch: epoch)
                let outcome = engine.step(&state, request, at: moment, in: entries)
                entries.apply(outcome.changes)
                #expect(try await hub.answer(request, of: account) == outcome.response, "seed \(seed)")
                sides[from].inbox.append(.answered(outcome.response))
            case 9: sides[index].inbox.append(dice.below(2) == 0 ? .networkBack : .tick)
            case 10 where dice.below(3) == 0:
                epoch = dice.next()
                try hub.close()
                hub = try HubStore.open(.file(path), settings: Self.hubSettings, epoch: epoch, clock: clock)
            case 11 where dice.below(4) == 0:
                _ = try await hub.sweep(account, olderThan: 0)
                // The same in memory: up to the last tombstone that is older than now.
                let graves = entries.all.filter { $0.record.isTombstone && $0.received < clock.wall }
                if let last = graves.last { entries.apply(engine.sweep(&state, upTo: last.sequence)) }
            default: clock.pass(60_000)
            }
            for index in sides.indices {
                for input in sides[index].inbox {
                    let moment = SyncMoment(monotonic: clock.monotonic, wall: clock.wall, dice: dice.next())
                    requests += try await Self.step(&sides[index], input, moment).map { (index, $0) }
                }
                sides[index].inbox = []
            }
        }
        for side in sides { try await Self.compare(side, seed) }
        try hub.close()
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

    /// A step in both; what it wants sent.
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
        // A process that starts anew knows what the last one knew, but for its session.
        #expect(try await side.store.device(dice: 0).state == side.memory.state)
        let held = side.records.all
        try await side.store.store.read { database in
            let stored = try StoredReplica(database, lastChange: 0)
            for entry in held { #expect(try stored.entry(entry.record.key) == entry) }
        }
        let waiting = try await side.store.waiting()
        #expect(waiting.pending == held.count { $0.isPending })
        #expect(waiting.rejected == held.count { $0.place != nil && $0.rejection != nil })
        try side.store.close()
    }
}
