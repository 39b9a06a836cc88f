import Foundation
import IlkStore
import IlkSync
package import IlkSyncStore
package import IlkTransport
import StoreTestSupport
import Testing

/// The conformance suite for links to a hub.
package struct SyncLinkConformance {
    /// The environment of one run: an empty account and links to it.
    package protocol Fixture: Sendable {
        /// Returns a link for another device of the account.
        func link(for replica: ReplicaStore) async throws -> any SyncLink
        /// Returns a link with an invalid token.
        func stranger(for replica: ReplicaStore) async throws -> any SyncLink
    }

    private let fixture: any Fixture
    private let scratch: Scratch

    package init(_ fixture: any Fixture) throws {
        self.fixture = fixture
        scratch = try Scratch()
    }

    /// A device with a store, a replica file and a link that can fail.
    private struct Device {
        let store: TapStore
        let replica: ReplicaStore
        let way: FaultyLink
        let service: DeviceSyncService

        func sync() async throws -> DeviceSyncService.Report { try await service.sync() }
    }

    private func device(
        _ name: String, isStranger: Bool = false, aheadBy ahead: Int64 = 0, store: TapStore = TapStore(),
        settings: SyncSettings = SyncSettings()
    ) async throws -> Device {
        let replica = try ReplicaStore.open(.file(scratch.path(name + ".sqlite")), settings: settings)
        let way = FaultyLink(
            isStranger ? try await fixture.stranger(for: replica) : try await fixture.link(for: replica))
        // Use the real time like the hub, which would correct a device that is ahead.
        let clock = ManualClock(Int64(Date.now.timeIntervalSince1970 * 1000) + ahead)
        let service = DeviceSyncService(replica, over: way, stores: [store], clock: clock)
        return Device(store: store, replica: replica, way: way, service: service)
    }

    private static func key(_ number: Int) -> SyncKey { SyncKey(high: 5, low: UInt64(number)) }

    // MARK: Requirements

    /// Checks all requirements in turn.
    package func hold() async throws {
        try await tapsOfAnAfternoon()
        try await twoDevices()
        try await lostAnswers()
        try await refusals()
        try await largeRecords()
        try await repeats()
        try await oneByOne()
        try await clocks()
        try await deletions()
        try await copies()
        try await manyRecords()
    }

    /// 200 taps are recorded offline: one request sends them, each arrives once, and none is sent again.
    private func tapsOfAnAfternoon() async throws {
        let device = try await device("afternoon")
        for number in 0..<200 { device.store.tap(Self.key(1000 + number), [UInt8(number)]) }
        device.way.cut(true)
        #expect(try await device.sync().outcome == .unreachable)
        #expect(device.way.pushes == [])
        device.way.cut(false)
        let report = try await device.sync()
        #expect(report.outcome == .inSync && report.pushed == 200 && device.way.pushes == [200])
        #expect(try await device.sync().pushed == 0)
        let other = try await self.device("evening")
        #expect(try await other.sync().pulled == 200)
        #expect(other.store.taps.count == 200 && other.store.taps[Self.key(1007)] == [7])
    }

    /// Two devices edit a record concurrently: the same value wins on both, and the other value is kept.
    private func twoDevices() async throws {
        let (first, second) = (try await device("first"), try await device("second"))
        first.store.rename(Self.key(1), Array("mum".utf8))
        _ = try await first.sync()
        _ = try await second.sync()
        #expect(second.store.names[Self.key(1)] == Array("mum".utf8))
        first.store.rename(Self.key(1), Array("mom".utf8))
        second.store.rename(Self.key(1), Array("mother".utf8))
        second.store.tap(Self.key(2), [2])
        let reports = [try await first.sync(), try await second.sync(), try await first.sync()]
        #expect(reports.allSatisfy { $0.outcome == .inSync })
        #expect(first.store.names == second.store.names && first.store.taps[Self.key(2)] == [2])
        #expect(try await first.replica.bytes() == second.replica.bytes())
        let losers = try await first.replica.records().filter { $0.kind == .conflictCopy }
        let kept = losers.compactMap(\.lostValue).map { String(decoding: $0.payload, as: UTF8.self) }
        let won = first.store.names[Self.key(1)].map { String(decoding: $0, as: UTF8.self) }
        #expect(Set(kept + [won ?? ""]) == ["mom", "mother"])
        first.store.remove(Self.key(2))
        _ = try await first.sync()
        _ = try await second.sync()
        #expect(second.store.taps[Self.key(2)] == nil)
    }

    /// Records whose response was lost are not duplicated.
    private func lostAnswers() async throws {
        let device = try await device("lost")
        for number in 0..<30 { device.store.tap(Self.key(2000 + number), [1]) }
        device.way.fail(.unanswered, .lost(.noAnswer), .unanswered, .lost(.busy(after: 5)), .unanswered)
        var ending = try await device.sync().outcome
        if ending != .inSync { ending = try await device.sync().outcome }
        #expect(ending == .inSync)
        let other = try await self.device("found")
        _ = try await other.sync()
        #expect(other.store.taps.keys.filter { $0.low >= 2000 && $0.low < 2030 }.count == 30)
        #expect(try await device.replica.bytes() == other.replica.bytes())
    }

    /// An invalid token freezes the device. With a valid one it continues.
    private func refusals() async throws {
        let stranger = try await device("stranger", isStranger: true)
        stranger.store.tap(Self.key(3000), [3])
        #expect(try await stranger.sync().outcome == .unauthorized)
        #expect(try await stranger.replica.waiting().pending == 1)
        try stranger.replica.close()
        let again = try await device("stranger", store: stranger.store)
        #expect(try await again.sync().outcome == .inSync)
    }

    /// A record that is too large is set aside, and the others are sent.
    private func largeRecords() async throws {
        let device = try await device("large")
        device.store.tap(Self.key(4000), [UInt8](repeating: 1, count: (1 << 20) + 1))
        device.store.tap(Self.key(4001), [1])
        let report = try await device.sync()
        #expect(report.outcome == .inSync && report.rejected == 1)
        let waiting = try await device.replica.waiting()
        #expect(waiting.pending == 0 && waiting.rejected == 1)
        let other = try await self.device("others")
        _ = try await other.sync()
        #expect(other.store.taps[Self.key(4001)] == [1] && other.store.taps[Self.key(4000)] == nil)
    }

    /// More records than fit in a batch or a page, and more bytes than fit in a request.
    private func manyRecords() async throws {
        let device = try await device("many")
        for number in 0..<2500 {
            device.store.tap(
                Self.key(5000 + number), [UInt8](repeating: UInt8(number % 251), count: 2000))
        }
        #expect(try await device.sync().pushed == 2500)
        let other = try await self.device("much")
        _ = try await other.sync()
        #expect(try await device.replica.bytes() == other.replica.bytes())
        #expect(other.store.taps.keys.filter { $0.low >= 5000 }.count == 2500)
    }

    /// A request that arrives twice, or a record that arrives from two devices, is stored once.
    private func repeats() async throws {
        let (device, other) = (try await device("repeating"), try await device("repeated"))
        for number in 0..<20 { device.store.tap(Self.key(3500 + number), [UInt8(number)]) }
        device.store.rename(Self.key(3600), [1])
        device.way.fail(.repeated, .repeated, .repeated, .repeated)
        #expect(try await device.sync().outcome == .inSync)
        for number in 0..<20 { other.store.tap(Self.key(3500 + number), [UInt8(number)]) }
        #expect(try await other.sync().outcome == .inSync)
        _ = try await device.sync()
        #expect(try await device.replica.bytes() == other.replica.bytes())
        #expect(
            try await device.replica.records().count { $0.kind == .conflictCopy && $0.key.high == 5 } == 0)
        #expect(device.store.taps.keys.count { $0.low >= 3500 && $0.low < 3600 } == 20)
    }

    /// Pages and batches of one record.
    private func oneByOne() async throws {
        var settings = SyncSettings()
        settings.pageItems = 1
        settings.pushedItems = 1
        let device = try await device("single", settings: settings)
        for number in 0..<5 { device.store.tap(Self.key(3700 + number), [9]) }
        #expect(try await device.sync().outcome == .inSync)
        #expect(device.way.pushes == [1, 1, 1, 1, 1])
        let other = try await self.device("whole")
        _ = try await other.sync()
        #expect(try await device.replica.bytes() == other.replica.bytes())
    }

    /// A device whose clock is a year ahead does not win for a year.
    private func clocks() async throws {
        let device = try await device("ahead", aheadBy: 31_536_000_000)
        let other = try await self.device("right")
        device.store.rename(Self.key(10), Array("next year".utf8))
        #expect(try await device.sync().outcome == .inSync)
        _ = try await other.sync()
        #expect(other.store.names[Self.key(10)] == Array("next year".utf8))
        other.store.rename(Self.key(10), Array("now".utf8))
        _ = try await other.sync()
        _ = try await device.sync()
        #expect(device.store.names[Self.key(10)] == Array("now".utf8))
    }

    /// Deleted records stay deleted, unless they were written after the deletion.
    private func deletions() async throws {
        let (device, other) = (try await device("deleting"), try await self.device("writing"))
        device.store.tap(Self.key(11), [1])
        device.store.rename(Self.key(12), [1])
        _ = try await device.sync()
        _ = try await other.sync()
        device.store.remove(Self.key(11))
        device.store.remove(Self.key(12))
        _ = try await device.sync()
        other.store.rename(Self.key(12), [2])
        _ = try await other.sync()
        _ = try await device.sync()
        _ = try await other.sync()
        #expect(other.store.taps[Self.key(11)] == nil && device.store.taps[Self.key(11)] == nil)
        #expect(device.store.names[Self.key(12)] == other.store.names[Self.key(12)])
        #expect(try await device.replica.bytes() == other.replica.bytes())
    }

    /// A copied replica gets its own identifier, and no writes of either device are lost.
    private func copies() async throws {
        let device = try await device("original")
        device.store.rename(Self.key(13), [1])
        _ = try await device.sync()
        try device.replica.close()
        try FileManager.default.copyItem(
            atPath: scratch.path("original.sqlite"), toPath: scratch.path("copy.sqlite"))
        // Writes before the copy was made are behind the copy's mark.
        let store = TapStore()
        store.rename(Self.key(13), [1])
        let first = try await self.device("original", store: device.store)
        let second = try await self.device("copy", store: store)
        first.store.rename(Self.key(13), [2])
        second.store.rename(Self.key(13), [3])
        for _ in 0..<2 {
            _ = try await first.sync()
            _ = try await second.sync()
        }
        _ = try await first.sync()
        let names = [
            try await first.replica.device(randomBits: 0).state.device,
            try await second.replica.device(randomBits: 0).state.device,
        ]
        #expect(names[0] != names[1])
        #expect(try await first.replica.bytes() == second.replica.bytes())
        let kept = try await first.replica.records().compactMap(\.lostValue).filter {
            $0.key == Self.key(13)
        }
        #expect(Set(kept.map(\.payload) + [first.store.names[Self.key(13)] ?? []]) == [[2], [3]])
    }
}
