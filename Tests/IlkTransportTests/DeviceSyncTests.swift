import Foundation
import IlkStore
import IlkSync
import IlkSyncStore
import IlkVocabulary
import StoreTestSupport
import SyncTestSupport
import Testing

@testable import IlkTransport

/// A hub in the same process, without a network.
private struct DirectFixture: SyncLinkConformance.Fixture {
    private struct Link: SyncLink {
        let hub: HubStore
        let account: HubAccountID?

        func answer(to request: SyncRequest) async throws(SyncLinkError) -> SyncResponse {
            guard let account else { throw SyncLinkError(.unauthorized, "unknown account") }
            do {
                // Encode and decode messages, as a real link does.
                let asked = try SyncWire.request(SyncWire.bytes(request))
                return try SyncWire.response(SyncWire.bytes(try await hub.answer(asked, of: account)))
            } catch {
                throw SyncLinkError(.noAnswer, "\(error)")
            }
        }
    }

    let scratch: Scratch
    let hub: HubStore
    let account: HubAccountID

    init() async throws {
        scratch = try Scratch()
        hub = try HubStore.open(.file(scratch.path("hub.sqlite")))
        let token = try await hub.makeToken(for: "home", name: "all", scopes: [.sync])
        account = try #require(try await hub.token(token)).account
    }

    func link(for replica: ReplicaStore) async throws -> any SyncLink { Link(hub: hub, account: account) }
    func stranger(for replica: ReplicaStore) async throws -> any SyncLink { Link(hub: hub, account: nil) }
}

@Suite("device sync") struct DeviceSyncTests {
    @Test func `a hub in the same process passes the conformance suite`() async throws {
        try await SyncLinkConformance(try await DirectFixture()).hold()
    }

    @Test func `only one program at a time can sync a replica`() async throws {
        let room = try await DirectFixture()
        let path = room.scratch.path("device.sqlite")
        let replica = try ReplicaStore.open(.file(path))
        let held = try #require(try replica.syncLock()).heldLock(timeout: .milliseconds(10))
        let service = DeviceSyncService(replica, over: try await room.link(for: replica), stores: [])
        await #expect(throws: IlkError.self) { _ = try await service.sync() }
        withExtendedLifetime(held) {}
    }

    @Test
    func `reset marks repeat the exchange with a store without duplicates`()
        async throws
    {
        let room = try await DirectFixture()
        let replica = try ReplicaStore.open(.file(room.scratch.path("device.sqlite")))
        let store = TapStore()
        for number in 0..<20 { store.tap(SyncKey(high: 1, low: UInt64(number)), [1]) }
        let service = DeviceSyncService(replica, over: try await room.link(for: replica), stores: [store])
        #expect(try await service.sync().pushed == 20)
        try await replica.setMark("noted.test", to: "0")
        try await replica.setMark("taken.test", to: "0")
        let report = try await service.sync()
        #expect(report.queued == 20 && report.pushed == 0 && store.taps.count == 20)
    }

    /// A virtual clock that restores the network at a given moment.
    private final class ReturnClock: SyncClock {
        private let inner = VirtualClock()
        private let way: FaultyLink
        private let moment: UInt64

        init(_ way: FaultyLink, backAt moment: UInt64) {
            self.way = way
            self.moment = moment
        }

        var monotonic: UInt64 { inner.monotonic }
        var wall: Int64 { inner.wall }

        func sleep(until moment: UInt64) async throws {
            try await inner.sleep(until: moment)
            if monotonic >= self.moment { way.cut(false) }
        }
    }

    @Test func `200 taps made offline are sent in one request within two seconds of a restored network`()
        async throws
    {
        let room = try await DirectFixture()
        let replica = try ReplicaStore.open(.memory)
        let way = FaultyLink(try await room.link(for: replica))
        let clock = ReturnClock(way, backAt: 100_000)
        let store = TapStore()
        let service = DeviceSyncService(
            replica, over: way, stores: [store], maxFailures: .max, clock: clock, randomBits: { 77 })
        // The taps are written offline and are in the outbox before the network returns.
        for number in 0..<200 { store.tap(SyncKey(high: 2, low: UInt64(number)), [UInt8(number)]) }
        way.cut(true)
        let report = try await service.sync()
        #expect(report.outcome == .inSync && report.pushed == 200)
        #expect(way.pushes == [200])
        // By then the pauses last minutes. The reachability check ends them early.
        #expect(clock.monotonic < 102_000)
        let other = TapStore()
        let there = try ReplicaStore.open(.memory)
        let reader = DeviceSyncService(there, over: try await room.link(for: there), stores: [other])
        #expect(try await reader.sync().pulled == 200)
        #expect(other.taps == store.taps)
    }

    @Test func `a device that keeps one collection skips the others, which stay at the hub`()
        async throws
    {
        let room = try await DirectFixture()
        let all = try ReplicaStore.open(.memory)
        let store = TapStore()
        for number in 0..<30 { store.tap(SyncKey(high: 3, low: UInt64(number)), [1]) }
        _ = try await DeviceSyncService(all, over: try await room.link(for: all), stores: [store]).sync()
        var settings = SyncSettings()
        settings.prefixes = ["another."]
        let own = try ReplicaStore.open(.memory, settings: settings)
        let service = DeviceSyncService(own, over: try await room.link(for: own), stores: [])
        #expect(try await service.sync().outcome == .inSync)
        #expect(try await own.records().isEmpty)
        #expect(try await service.sync().pulled == 0)
        #expect(try await room.hub.counts().records == 30)
    }

    @Test
    func `a hub drops old tombstones of all accounts, and an absent device does a full resync`()
        async throws
    {
        let room = try await DirectFixture()
        let one = try ReplicaStore.open(.memory)
        let away = try ReplicaStore.open(.memory)
        let (store, other) = (TapStore(), TapStore())
        for number in 0..<9 { store.tap(SyncKey(high: 4, low: UInt64(number)), [1]) }
        let service = DeviceSyncService(one, over: try await room.link(for: one), stores: [store])
        let distant = DeviceSyncService(away, over: try await room.link(for: away), stores: [other])
        _ = try await service.sync()
        _ = try await distant.sync()
        #expect(other.taps.count == 9)
        store.remove(SyncKey(high: 4, low: 0))
        _ = try await service.sync()
        #expect(try await room.hub.sweep(olderThan: 3_600_000) == 0)
        #expect(try await room.hub.counts().records == 9)
        #expect(try await room.hub.sweep(olderThan: -1000) == 1)
        #expect(try await room.hub.counts().records == 8)
        #expect(try await distant.sync().outcome == .inSync)
        #expect(other.taps.count == 8)
    }
}
