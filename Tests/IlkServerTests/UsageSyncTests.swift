import Foundation
import IlkUsage
import IlkServer
import IlkStore
import IlkSync
import IlkSyncStore
import IlkTransport
import IlkVocabulary
import StoreTestSupport
import SyncTestSupport
import Testing

/// Syncs usage of several devices with a hub over loopback connections.
@Suite("usage sync over HTTP") struct UsageSyncTests {
    /// A device with its usage store, its replica and its link to the hub.
    private struct Device {
        let store: UsageStore
        let replica: ReplicaStore
        let way: FaultyLink
        let service: DeviceSyncService
        let own: UsageDevice

        init(_ name: String, _ desk: TestServer) async throws {
            store = try UsageStore.open(.file(desk.scratch.path(name + ".sqlite")))
            replica = try ReplicaStore.open(.file(desk.scratch.path(name + ".sync")))
            own = try await store.thisDevice(creatingNamed: name)
            let token = try await desk.token(.sync, name: name)
            let address = try #require(WebAddress(desk.address))
            way = FaultyLink(HubLink(SyncTransport(to: address, token: token, client: CurlClient())))
            // Use the real time, because the hub does. It would correct a device that is ahead.
            service = DeviceSyncService(
                replica, over: way, stores: [store],
                clock: ManualClock(Int64(Date.now.timeIntervalSince1970 * 1000)))
        }

        func tap(_ count: Int) async throws {
            let logger = try await UsageLogger.start(store, device: own)
            for number in 0..<count {
                await logger.tap(SymbolTap(symbolID: "s\(number % 17)", label: "word"), language: "en")
            }
            await logger.close()
        }

        @discardableResult
        func sync() async throws -> DeviceSyncService.Report { try await service.sync() }

        func events() async throws -> [UsageEvent] {
            // The time of arrival differs between devices.
            try await store.events(limit: 10_000).map {
                var event = $0
                event.receivedAt = nil
                return event
            }
        }
    }

    @Test func offline_logging_queues() async throws {
        let desk = try await TestServer()
        let home = try await Device("home", desk)
        home.way.cut(true)
        for _ in 0..<4 {
            try await home.tap(50)
            #expect(try await home.sync().outcome == .unreachable)
        }
        #expect(try await home.events().count == 200)
        home.way.cut(false)
        let report = try await home.sync()
        #expect(report.outcome == .inSync && report.pushed == 201)  // Includes the device's own record.
        #expect(home.way.pushes == [201])
        #expect(try await home.sync().pushed == 0)
        let other = try await Device("other", desk)
        try await other.sync()
        #expect(try await other.events() == home.events())
        #expect(try await other.events().count == 200)
        // A lost response does not duplicate records.
        try await home.tap(30)
        home.way.fail(.unanswered, .unanswered, .unanswered)
        var ending = try await home.sync().outcome
        if ending != .inSync { ending = try await home.sync().outcome }
        try await other.sync()
        #expect(ending == .inSync)
        #expect(try await other.events() == home.events())
        #expect(try await other.events().count == 230)
        #expect(try await other.store.sessions().map(\.totalSymbols).reduce(0, +) == 230)
        try await desk.end()
    }

    @Test func multi_device_sync_consistency() async throws {
        let desk = try await TestServer()
        let (home, phone) = (try await Device("home", desk), try await Device("phone", desk))
        phone.way.cut(true)
        try await home.tap(50)
        let mom = CaregiverProfile(id: home.store.nextID(), name: "mom")
        try await home.store.save(.caregiver(mom))
        try await home.sync()
        // The second device was used offline in the meantime.
        try await phone.tap(30)
        try await phone.sync()
        phone.way.cut(false)
        for device in [phone, home] { #expect(try await device.sync().outcome == .inSync) }
        #expect(try await phone.events().count == 80)
        #expect(try await phone.events() == home.events())
        #expect(try await phone.store.caregivers() == [mom])
        #expect(try await home.store.devices().map(\.name) == ["home", "phone"])
        #expect(try await phone.replica.bytes() == home.replica.bytes())
        for device in [home, phone] { #expect(try await device.store.fault(thorough: true) == nil) }
        try await desk.end()
    }

    @Test func `devices with one name get different names`() async throws {
        let desk = try await TestServer()
        let (first, second) = (try await Device("home", desk), try await Device("phone", desk))
        for device in [first, second] {
            var own = device.own
            own.name = "iPad"
            try await device.store.save(.device(own))
        }
        // The second sync of the second device sends its new name.
        for device in [first, second, second, first] {
            #expect(try await device.sync().outcome == .inSync)
        }
        for device in [first, second] {
            let names = try await device.store.devices().map { ($0.id, $0.name) }
            #expect(Set(names.map(\.1)) == ["iPad", "iPad \(second.own.id.description.suffix(4))"])
            #expect(names.first { $0.0 == first.own.id }?.1 == "iPad", "the older device keeps its name")
        }
        #expect(try await first.replica.bytes() == second.replica.bytes())
        try await desk.end()
    }

    @Test func `devices that are renamed before they know of each other get different names`() async throws {
        let desk = try await TestServer()
        let devices = [try await Device("a", desk), try await Device("b", desk), try await Device("c", desk)]
        for device in devices {
            var own = device.own
            own.name = "iPad"
            try await device.store.save(.device(own))
        }
        try await devices[0].sync()
        // Both receive the name of the first device only.
        for device in devices[1...] { try await device.sync() }
        for device in devices + devices { try await device.sync() }
        for device in devices {
            #expect(Set(try await device.store.devices().map(\.name)).count == 3)
        }
        try await desk.end()
    }

    @Test func `a reinstalled device that signs in is offered its former identity`() async throws {
        let desk = try await TestServer()
        let former = try await Device("home", desk)
        try await former.tap(5)
        try await former.sync()
        let fresh = try await Device("home again", desk)
        try await fresh.sync()
        let offered = try await fresh.store.devicesToOffer(probablyNamed: "home")
        #expect(offered.map(\.id) == [former.own.id])
        #expect(try await fresh.store.devicesToOffer(probablyNamed: "home").isEmpty, "it is offered once")
        try await fresh.store.adopt(try #require(offered.first))
        for device in [fresh, former] { try await device.sync() }
        #expect(try await former.store.devices().map(\.name) == ["home"])
        #expect(try await former.store.devices() == fresh.store.devices())
        #expect(try await fresh.store.devices().first?.installationID != former.own.installationID)
        try await desk.end()
    }

    @Test func `the later edit of a caregiver wins on all devices and the other is kept`() async throws {
        let desk = try await TestServer()
        let (home, phone) = (try await Device("home", desk), try await Device("phone", desk))
        var mom = CaregiverProfile(id: home.store.nextID(), name: "mom")
        try await home.store.save(.caregiver(mom))
        try await home.sync()
        try await phone.sync()
        for (device, name) in [(home, "mum"), (phone, "mother")] {
            mom.name = name
            try await device.store.save(.caregiver(mom))
        }
        for device in [home, phone, home] { try await device.sync() }
        let names = try await home.store.caregivers().map(\.name)
        #expect(try await phone.store.caregivers().map(\.name) == names)
        let lost = try await home.replica.conflictCopies(limit: 10).compactMap(\.lostValue).map {
            UsagePayload(id: $0.key.recordID, collection: "usage.caregiver", bytes: $0.payload).record
        }
        guard case .caregiver(let other)? = lost.first ?? nil else {
            Issue.record("no conflict copy")
            return
        }
        #expect(lost.count == 1 && Set(names + [other.name]) == ["mum", "mother"])
        try await home.store.removeCaregiver(mom.id)
        for device in [home, phone] { try await device.sync() }
        #expect(try await phone.store.caregivers() == [])
        try await desk.end()
    }

    @Test func `records purged on one device are deleted at the hub and on the other devices`() async throws {
        let desk = try await TestServer()
        let (home, phone) = (try await Device("home", desk), try await Device("phone", desk))
        try await home.tap(34)
        for device in [home, phone] { try await device.sync() }
        var filter = UsageFilter()
        filter.symbolID = "s3"
        #expect(try await phone.store.purge(UsagePurge(filter: filter)).records == 2)
        for device in [phone, home] { try await device.sync() }
        #expect(try await home.events() == phone.events())
        #expect(try await home.events().count == 32)
        #expect(try await home.replica.bytes() == phone.replica.bytes())
        for device in [home, phone] { #expect(try await device.store.fault(thorough: true) == nil) }
        // A device that purges everything leaves the account. The others keep their records.
        try await phone.store.purge(UsagePurge())
        #expect(try await phone.store.changeListID() == nil)
        try await home.sync()
        #expect(try await home.events().count == 32)
        try await desk.end()
    }

    @Test func `records of one account are not sent to another`() async throws {
        let desk = try await TestServer()
        let address = try #require(WebAddress(desk.address))
        let store = try UsageStore.open(.file(desk.scratch.path("usage.sqlite")))
        let replica = try ReplicaStore.open(.file(desk.scratch.path("usage.sync")))
        func sync(as account: String) async throws -> DeviceSyncService.Report {
            let token = try await desk.token(.sync, account: account, name: UUID().uuidString)
            let transport = SyncTransport(to: address, token: token, client: CurlClient())
            return try await HubSync(replica, stores: [store], over: transport).sync()
        }
        _ = try await store.thisDevice(creatingNamed: "home")
        #expect(try await sync(as: "a").pushed == 1)
        try await store.save(.caregiver(CaregiverProfile(id: store.nextID(), name: "mom")))
        await #expect {
            _ = try await sync(as: "b")
        } throws: {
            ($0 as? IlkError)?.kind == .configuration
        }
        #expect(try await replica.waiting().pending == 1)
        #expect(try await sync(as: "a").pushed == 1)
        #expect(try await HubBinding.of(replica)?.address == desk.address)
        try await desk.end()
    }
}
