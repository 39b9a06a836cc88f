import CloudKitSimulation
import Foundation
import IlkStore
import IlkSync
import IlkSyncStore
import Synchronization
import SyncTestSupport
import IlkTransport
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkCloudKit

@Suite struct `CloudKit access` {
    private func greeting() -> SyncRequest {
        let life = RequestID(incarnation: Incarnation(5), number: 1)
        return SyncRequest(
            id: life, device: DeviceID(3), epoch: 0, cursor: 0, horizon: 0, isFull: true,
            body: .hello(predecessors: []))
    }

    @Test(arguments: [-31_536_000_000, -700_000, 0, 700_000, 31_536_000_000] as [Int64])
    func `a developer's signature uses the server's clock`(_ skew: Int64) async throws {
        let standIn = FakeCloudKit { $0.key == "key-1" }
        let (server, device) = (ManualClock(), ManualClock(1_800_000_000_000 + skew))
        let link = try #require(
            standIn.link(
                as: .server(CloudKitKey(id: "key-1", pem: TestKeys.sec1)),
                over: CloudKitCarrier(standIn) { Double(server.wall) / 1000 },
                ledger: MemoryLedger(), clock: device))
        guard case .welcome = try await link.answer(to: greeting()).body else {
            Issue.record("the request was rejected")
            return
        }
        // A single refusal is enough to learn the server's time.
        #expect(standIn.visits.count { $0.status == 401 } == (abs(skew) > 600_000 ? 1 : 0))
    }

    @Test func `an invalid key is rejected whatever the clock says and is not retried forever`()
        async throws
    {
        let standIn = FakeCloudKit { _ in false }
        let link = try #require(
            standIn.link(
                as: .server(CloudKitKey(id: "key-1", pem: TestKeys.sec1)),
                over: CloudKitCarrier(standIn) { 1_700_000_000 }, ledger: MemoryLedger(), clock: ManualClock()
            )
        )
        await #expect(throws: SyncLinkError.self) { _ = try await link.answer(to: greeting()) }
        #expect(standIn.visits.count == 2)
    }

    @Test func `a server whose clock changes with each response is asked twice at most`()
        async throws
    {
        let standIn = FakeCloudKit { _ in false }
        let answers = Mutex(0)
        // The clock stops changing after 20 responses, so that a client without a limit ends too.
        let carrier = CloudKitCarrier(standIn) {
            let number = answers.withLock { number in
                number += 1
                return number
            }
            return 1_700_000_000 + Double(min(number, 20) * 3_600)
        }
        let link = try #require(
            standIn.link(
                as: .server(CloudKitKey(id: "key-1", pem: TestKeys.sec1)), over: carrier,
                ledger: MemoryLedger(), clock: ManualClock()))
        await #expect(throws: SyncLinkError.self) { _ = try await link.answer(to: greeting()) }
        #expect(standIn.visits.count == 2)
    }

    @Test func `a user who is not signed in gets the sign-in address and can continue after signing in`()
        async throws
    {
        let standIn = FakeCloudKit()
        let place = try #require(CloudKitLocation(container: FakeCloudKit.container))
        let replica = try ReplicaStore.open(.memory)
        let keeper = ReplicaTokenKeeper(replica)
        let transport = SyncTransport(
            to: try #require(WebAddress(CloudKitLocation.server)), token: nil,
            client: CloudKitCarrier(standIn) { 1_800_000_000 })
        let store = TapStore()
        store.tap(SyncKey(high: 1, low: 1), [1])
        let sync = CloudKitSync(
            replica, stores: [store], at: place, as: .user(apiToken: standIn.apiToken, keeper),
            over: transport,
            clock: ManualClock())
        let refused = try await sync.sync()
        #expect(refused.outcome == .unauthorized)
        #expect(refused.lastError?.contains("sign in at https://idmsa.example/signin") == true)
        try await keeper.keep(standIn.signIn())
        #expect(try await sync.sync().pushed == 1)
        #expect(try await replica.cloudKitPlace() == place.description)
        // The replica refuses to sync with another container or a hub.
        let other = try #require(CloudKitLocation(container: "iCloud.org.another", environment: .development))
        let elsewhere = CloudKitSync(
            replica, stores: [store], at: other, as: .user(apiToken: standIn.apiToken, keeper),
            over: transport, clock: ManualClock())
        await #expect(throws: IlkError.self) { _ = try await elsewhere.sync() }
        await #expect(throws: IlkError.self) {
            _ = try await HubSync(replica, stores: [store], over: transport).sync()
        }
    }

    @Test func `a place survives a round trip through its description`() {
        let place = CloudKitLocation(container: "iCloud.a.b", environment: .development, zone: "Z")
        #expect(place.flatMap { CloudKitLocation($0.description) } == place)
        for text in [
            "", "iCloud.a.b", "iCloud.a.b/production", "iCloud.a.b/test/Ilk", "x/production/Ilk",
            "iCloud.a.b/production/Ilk/",
        ] {
            #expect(CloudKitLocation(text) == nil)
        }
    }
}
