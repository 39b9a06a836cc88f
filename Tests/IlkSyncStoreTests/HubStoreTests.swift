import Foundation
import IlkStore
import IlkSync
import StoreTestSupport
import SyncTestSupport
import TestSupport
import Testing

@testable import IlkSyncStore

@Suite("hub store") struct HubStoreTests {
    private let scratch: Scratch
    private let clock = ManualClock()
    private let hub: HubStore

    init() throws {
        scratch = try Scratch()
        hub = try HubStore.open(.file(scratch.path("hub.sqlite")), epoch: 7, clock: clock)
    }

    private func account(_ name: String) async throws -> HubAccountID {
        let token = try await hub.makeToken(for: name, name: "t-\(name)", scopes: [.sync])
        return try #require(try await hub.token(token)).account
    }

    private func request(
        _ number: UInt64, cursor: UInt64 = 0, isFull: Bool = false, _ body: SyncRequest.Body
    ) -> SyncRequest {
        SyncRequest(
            id: RequestID(incarnation: Incarnation(1), number: number), device: DeviceID(9), epoch: 7,
            cursor: cursor, horizon: 0, isFull: isFull, body: body)
    }

    private func tap(_ number: UInt64) -> PushedItem {
        PushedItem(
            record: SyncRecord(
                key: SyncKey(high: 1, low: number), kind: .event, collection: "taps",
                stamp: Stamp(
                    time: HybridTime(milliseconds: clock.wall), device: DeviceID(9),
                    incarnation: Incarnation(1)), payload: [UInt8(number)]), seen: nil, floor: .zero)
    }

    @Test func `a token is stored as a digest and is valid for its account, scopes and time`() async throws {
        let end = Date(milliseconds: clock.wall + 1000)
        let token = try await hub.makeToken(
            for: "home", name: "iPad", scopes: [.sync, .debug], expires: end)
        let found = try #require(try await hub.token(token))
        #expect(found.accountName == "home" && found.name == "iPad" && found.scopes == [.sync, .debug])
        #expect(found.expires == end && token.count == 47)
        #expect(try await hub.token(token + "x") == nil)
        #expect(try await hub.token("") == nil)
        await #expect(throws: SyncStoreError.nameTaken) {
            _ = try await hub.makeToken(for: "home", name: "iPad", scopes: [])
        }
        let other = try await hub.makeToken(for: "home", name: "phone", scopes: [.classify])
        #expect(other != token)
        #expect(try await hub.tokens().map(\.name) == ["iPad", "phone"])
        clock.pass(1000)
        #expect(try await hub.token(token) == nil)
        #expect(try await hub.check(token) == .expired(end))
        #expect(try await hub.check(token + "x") == .unknown)
        #expect(try await hub.removeToken(of: "home", name: "phone"))
        #expect(try await !hub.removeToken(of: "home", name: "phone"))
        #expect(try await hub.token(other) == nil)
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
        for file in files { #expect(try scratch.bytes(file).range(of: Data(token.utf8)) == nil, "\(file)") }
    }

    @Test func `another connection revokes a token that was just checked`() async throws {
        let other = try HubStore.open(.file(scratch.path("hub.sqlite")), epoch: 7, clock: clock)
        let token = try await hub.makeToken(for: "home", name: "phone", scopes: [.sync])
        for _ in 0..<3 { #expect(try await hub.token(token)?.name == "phone") }
        #expect(try await other.removeToken(of: "home", name: "phone"))
        #expect(try await hub.check(token) == .unknown)
        let narrower = try await other.makeToken(for: "home", name: "phone", scopes: [.classify])
        #expect(try await hub.token(narrower)?.scopes == [.classify])
        #expect(try await hub.check(token) == .unknown)
    }

    @Test func `only requests that arrived before a check of the file share it`() async throws {
        let other = try HubStore.open(.file(scratch.path("hub.sqlite")), epoch: 7, clock: clock)
        let token = try await hub.makeToken(for: "home", name: "phone", scopes: [.sync])
        let before = DispatchTime.now().uptimeNanoseconds
        for _ in 0..<2 { #expect(try await hub.token(token) != nil) }
        let after = DispatchTime.now().uptimeNanoseconds
        #expect(try await other.removeToken(of: "home", name: "phone"))
        guard case .valid = try await hub.check(token, arrived: before) else {
            Issue.record("the check is not shared")
            return
        }
        #expect(try await hub.check(token, arrived: after) == .unknown)
        #expect(try await hub.check(token, arrived: before) == .unknown)
    }

    @Test func `a cached token expires`() async throws {
        let end = Date(milliseconds: clock.wall + 1000)
        let token = try await hub.makeToken(for: "home", name: "phone", scopes: [.sync], expires: end)
        for _ in 0..<2 { #expect(try await hub.token(token) != nil) }
        clock.pass(1000)
        #expect(try await hub.check(token) == .expired(end))
    }

    @Test func `an account sees only its own records`() async throws {
        let (mine, theirs) = (try await account("mine"), try await account("theirs"))
        for account in [mine, theirs] {
            _ = try await hub.answer(request(1, .hello(predecessors: [])), of: account)
        }
        let pushed = try await hub.answer(request(2, .push([tap(1), tap(2)])), of: mine)
        #expect(pushed.body == .pushed([.storedAsIs(sequence: 1), .storedAsIs(sequence: 2)]))
        let page = SyncPage(entries: [], next: 0, isMore: false, horizon: 0)
        #expect(try await hub.answer(request(3, .pull(limit: 9)), of: theirs).body == .page(page))
        guard case .page(let full) = try await hub.answer(request(3, .pull(limit: 9)), of: mine).body else {
            Issue.record("no page")
            return
        }
        #expect(full.entries.map(\.record) == [tap(1).record, tap(2).record] && full.next == 2)
    }

    @Test func `a reopened hub starts a new epoch and keeps its records`() async throws {
        let account = try await account("mine")
        _ = try await hub.answer(request(1, .hello(predecessors: [])), of: account)
        _ = try await hub.answer(request(2, .push([tap(1)])), of: account)
        try hub.close()
        let again = try HubStore.open(.file(scratch.path("hub.sqlite")), epoch: 8, clock: clock)
        #expect(
            try await again.answer(request(3, .pull(limit: 9)), of: account).body == .refused(.otherEpoch))
        let welcome = try await again.answer(request(4, .hello(predecessors: [])), of: account)
        #expect(
            welcome.body == .welcome(lineage: [EpochStart(epoch: 7, head: 0), EpochStart(epoch: 8, head: 1)]))
        try again.close()
    }

    @Test func `old tombstones are dropped and recent ones are kept`() async throws {
        let account = try await account("mine")
        _ = try await hub.answer(request(1, .hello(predecessors: [])), of: account)
        func grave(_ number: UInt64) -> PushedItem {
            var record = tap(number).record
            record.payload = nil
            return PushedItem(record: record, seen: nil, floor: .zero)
        }
        _ = try await hub.answer(request(2, .push([tap(1), grave(2), grave(3)])), of: account)
        clock.pass(5000)
        _ = try await hub.answer(request(3, .push([grave(4)])), of: account)
        #expect(try await hub.sweep(account, olderThan: 2000) == 2)
        #expect(try await hub.sweep(account, olderThan: 2000) == 0)
        guard
            case .page(let page) = try await hub.answer(
                request(4, isFull: true, .pull(limit: 9)), of: account
            ).body
        else {
            Issue.record("no page")
            return
        }
        #expect(page.entries.map(\.sequence) == [1, 4] && page.horizon == 3)
    }
}
