import CloudKitSimulation
import Foundation
import IlkCloudKit
import IlkStore
import IlkSync
import IlkSyncStore
import IlkTransport
import StoreTestSupport
import SyncTestSupport
import TestSupport
import Testing

/// A CloudKit container, and devices of one user that sync with it.
struct CloudKitFixture {
    let standIn = FakeCloudKit()
    let scratch: Scratch
    let clock = ManualClock()

    init() throws { scratch = try Scratch() }

    struct Device {
        let store = TapStore()
        let replica: ReplicaStore
        let keeper = MemoryTokenKeeper(nil)
        let home: CloudKitFixture

        func sync(maxFailures: Int = 4) async throws -> DeviceSyncService.Report {
            let (clock, standIn) = (home.clock, home.standIn)
            let carrier = CloudKitCarrier(standIn) { Double(clock.wall) / 1000 }
            let link = try #require(
                standIn.link(
                    as: .user(apiToken: standIn.apiToken, keeper), over: carrier,
                    ledger: StoredLedger(of: replica),
                    clock: clock))
            let service = DeviceSyncService(
                replica, over: link, stores: [store], maxFailures: maxFailures, clock: clock)
            return try await service.sync()
        }

        func signIn() async throws { try await keeper.keep(home.standIn.signIn()) }
    }

    func device(_ name: String, settings: SyncSettings = SyncSettings()) async throws -> Device {
        let device = Device(
            replica: try ReplicaStore.open(.file(scratch.path(name + ".sqlite")), settings: settings),
            home: self)
        try await device.signIn()
        return device
    }

    static func key(_ number: Int) -> SyncKey { SyncKey(high: 5, low: UInt64(number)) }

    func modifies() -> [FakeCloudKit.Visit] { standIn.visits.filter { $0.operation == "records/modify" } }

    /// Checks that a new device receives exactly the same records.
    func expectSame(_ device: Device, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let other = try await self.device(UUID().uuidString)
        #expect(try await other.sync().outcome == .inSync, sourceLocation: sourceLocation)
        #expect(
            try await other.replica.bytes() == device.replica.bytes(), sourceLocation: sourceLocation)
    }
}
