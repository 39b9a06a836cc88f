import Foundation
import IlkStore
import IlkSync
import IlkSyncStore
import StoreTestSupport
import SyncTestSupport
import Testing

@testable import IlkTransport

/// A hub in this process, asked without a network.
private struct DirectRoom: LinkContract.Room {
    private struct Link: SyncLink {
        let hub: HubStore
        let account: HubAccountID?

        func answer(to request: SyncRequest) async throws(SyncTrouble) -> SyncResponse {
            guard let account else { throw SyncTrouble(.unauthorized, "nobody") }
            do {
                // Through the bytes, as on any way.
                let asked = try SyncWire.request(SyncWire.bytes(request))
                return try SyncWire.response(SyncWire.bytes(try await hub.answer(asked, of: account)))
            } catch {
                throw SyncTrouble(.noAnswer, "\(error)")
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

@Suite("devices and a hub") struct DeviceSyncTests {
    @Test func `a hub in the process keeps the contract`() async throws {
        try await LinkContract(try await DirectRoom()).hold()
    }

    @Test func `one program at a time syncs a replica`() async throws {
        let room = try await DirectRoom()
        let path = room.scratch.path("device.sqlite")
        let replica = try ReplicaStore.open(.file(path))
        let held = try #require(try replica.syncLock()).held(patience: .milliseconds(10))
        let service = DeviceSyncService(replica, over: try await room.link(for: replica), stores: [])
        await #expect(throws: TransportError.self) { _ = try await service.sync() }
        withExtendedLifetime(held) {}
    }

    @Test
    func `a replica that died between its outbox and the store's mark does it again, and nothing is twice`()
        async throws
    {
        let room = try await DirectRoom()
        let replica = try ReplicaStore.open(.file(room.scratch.path("device.sqlite")))
        let store = TapStore()
        for number in 0..<20 { store.tap(SyncKey(high: 1, low: UInt64(number)), [1]) }
        let service = DeviceSyncService(replica, over: try await room.link(for: replica), stores: [store])
        #expect(try await service.sync().pushed == 20)
        try await replica.setMark("noted.test", to: "0")
        try await replica.setMark("taken.test", to: "0")
        let report = try await service.sync()
        #expect(report.noted == 20 && report.pushed == 0 && store.taps.count == 20)
    }
}
