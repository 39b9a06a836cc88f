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

@Suite struct `CloudKit and the user` {
    private func greeting() -> SyncRequest {
        let life = RequestID(incarnation: Incarnation(5), number: 1)
        return SyncRequest(
            id: life, device: DeviceID(3), epoch: 0, cursor: 0, horizon: 0, isFull: true,
            body: .hello(predecessors: []))
    }

    @Test(arguments: [-31_536_000_000, -700_000, 0, 700_000, 31_536_000_000] as [Int64])
    func `a developer's signature goes by the server's clock`(_ skew: Int64) async throws {
        let standIn = CloudKitStandIn { $0.key == "key-1" }
        let (server, device) = (StillClock(), StillClock(1_800_000_000_000 + skew))
        let link = try #require(
            standIn.link(
                as: .server(CloudKitKey(id: "key-1", pem: TestKeys.sec1)),
                over: CloudKitCarrier(standIn) { Double(server.wall) / 1000 },
                ledger: MemoryLedger(), clock: device))
        guard case .welcome = try await link.answer(to: greeting()).body else {
            Issue.record("not let in")
            return
        }
        // One refusal tells what time it is; nobody is refused twice for that.
        #expect(standIn.visits.count { $0.status == 401 } == (abs(skew) > 600_000 ? 1 : 0))
    }

    @Test func `a key that is none is refused, whatever the clock says, and is not tried for ever`()
        async throws
    {
        let standIn = CloudKitStandIn { _ in false }
        let link = try #require(
            standIn.link(
                as: .server(CloudKitKey(id: "key-1", pem: TestKeys.sec1)),
                over: CloudKitCarrier(standIn) { 1_700_000_000 }, ledger: MemoryLedger(), clock: StillClock())
        )
        await #expect(throws: SyncTrouble.self) { _ = try await link.answer(to: greeting()) }
        #expect(standIn.visits.count == 2)
    }

    @Test func `a server that says another time at each answer is asked twice, and not for ever`()
        async throws
    {
        let standIn = CloudKitStandIn { _ in false }
        let answers = Mutex(0)
        // After some turns it keeps still, so that whoever goes on asking comes to an end here.
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
                ledger: MemoryLedger(), clock: StillClock()))
        await #expect(throws: SyncTrouble.self) { _ = try await link.answer(to: greeting()) }
        #expect(standIn.visits.count == 2)
    }

    @Test func `who is not signed in is told where to, and is let in with what that led to`() async throws {
        let standIn = CloudKitStandIn()
        let place = try #require(CloudKitPlace(container: CloudKitStandIn.container))
        let replica = try ReplicaStore.open(.memory)
        let keeper = ReplicaTokenKeeper(replica)
        let transport = SyncTransport(
            to: try #require(WebAddress(CloudKitPlace.server)), token: nil,
            client: CloudKitCarrier(standIn) { 1_800_000_000 })
        let store = TapStore()
        store.tap(SyncKey(high: 1, low: 1), [1])
        let sync = CloudKitSync(
            replica, stores: [store], at: place, as: .user(apiToken: standIn.apiToken, keeper),
            over: transport,
            clock: StillClock())
        let refused = try await sync.sync()
        #expect(refused.ending == .frozen)
        #expect(refused.trouble?.contains("sign in at https://idmsa.example/signin") == true)
        try await keeper.keep(standIn.signIn())
        #expect(try await sync.sync().pushed == 1)
        #expect(try await replica.cloudKitPlace() == place.description)
        // The same records do not go to another container, nor to a hub.
        let other = try #require(CloudKitPlace(container: "iCloud.org.another", environment: .development))
        let elsewhere = CloudKitSync(
            replica, stores: [store], at: other, as: .user(apiToken: standIn.apiToken, keeper),
            over: transport, clock: StillClock())
        await #expect(throws: IlkError.self) { _ = try await elsewhere.sync() }
        await #expect(throws: IlkError.self) {
            _ = try await HubSync(replica, stores: [store], over: transport).sync()
        }
    }

    @Test func `a place is read as it is written`() {
        let place = CloudKitPlace(container: "iCloud.a.b", environment: .development, zone: "Z")
        #expect(place.flatMap { CloudKitPlace($0.description) } == place)
        for text in [
            "", "iCloud.a.b", "iCloud.a.b/production", "iCloud.a.b/test/Ilk", "x/production/Ilk",
            "iCloud.a.b/production/Ilk/",
        ] {
            #expect(CloudKitPlace(text) == nil)
        }
    }
}
