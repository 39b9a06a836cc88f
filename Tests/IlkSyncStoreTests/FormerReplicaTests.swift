import Foundation
import IlkStore
import IlkSync
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkSyncStore

/// Databases of sync that an earlier program wrote.
@Suite struct `Sync databases of an earlier program` {
    @Test func `a hub has its accounts, tokens and records`() async throws {
        let scratch = try Scratch()
        try FormerRelease.unpack("stores/hub.sqlite", to: scratch.path("hub.sqlite"))
        let hub = try HubStore.open(.file(scratch.path("hub.sqlite")), epoch: 7)
        let counts = try await hub.counts()
        #expect(counts.accounts == 1 && counts.tokens == 1 && counts.records == 17)
        let token = try #require(try await hub.tokens().first)
        #expect(token.accountName == "default" && token.name == "home iPad" && token.scopes == [.sync])
        #expect(token.lastUsed != nil && token.expires == nil)
        let request = SyncRequest(
            id: RequestID(incarnation: Incarnation(5), number: 1), device: DeviceID(9), epoch: 0, cursor: 0,
            horizon: 0, isFull: true, body: .hello(predecessors: []))
        guard case .welcome(let lineage) = try await hub.answer(request, of: token.account).body else {
            Issue.record("no welcome")
            return
        }
        #expect(lineage.last?.epoch == 7 && lineage.count == 2)
    }

    @Test func `a replica has its records, its conflict copy and its hub`() async throws {
        let scratch = try Scratch()
        try FormerRelease.unpack("stores/usage.sqlite.sync", to: scratch.path("usage.sqlite.sync"))
        let replica = try ReplicaStore.open(.file(scratch.path("usage.sqlite.sync")))
        let records = try await replica.records()
        #expect(records.count == 8)
        #expect(Set(records.map(\.collection)) == ["usage.device", "usage.event", "usage.session"])
        let copies = try await replica.conflictCopies(limit: 10)
        let lost = try #require(copies.first?.lostValue)
        let text = String(decoding: lost.payload, as: UTF8.self)
        #expect(copies.count == 1 && text.contains("Supper"))
        #expect(try await replica.conflictCopyCount() == 1)
        #expect(try await replica.waiting() == (pending: 0, rejected: 0))
        #expect(try await replica.mark("synced") != nil)
        #expect(try await replica.mark("noted.usage") != nil)
        try replica.close()
    }
}
