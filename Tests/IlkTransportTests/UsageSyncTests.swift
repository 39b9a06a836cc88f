import Foundation
@testable import IlkUsage
import IlkStore
import IlkSync
import IlkTransport
import IlkVocabulary
import SyncSimulation
import Testing

/// Syncs usage stores through the engine with a hub and a network in memory.
@Suite struct `Usage on several devices` {
    /// A device with its store and the payloads already passed to the engine.
    private final class Device {
        let store: UsageStore
        var told: [SyncKey: [UInt8]] = [:]
        let index: Int

        init(_ index: Int) throws {
            self.index = index
            store = try UsageStore.open(.memory)
        }

        /// Passes local changes to the engine and applies received ones.
        func exchange(_ bench: inout SyncBench) async throws {
            for payload in try await store.payloads() {
                let key = SyncKey(payload.id)
                guard told[key] != payload.bytes else { continue }
                told[key] = payload.bytes
                bench.give(.write(UsageSyncMapping.write(payload)), to: index)
            }
            bench.settle()
            let came = bench.devices[index].replica.all.compactMap { UsageSyncMapping.payload($0.record) }
            for payload in came { told[SyncKey(payload.id)] = payload.bytes }
            try await store.receive(came, at: Date())
        }
    }

    private func tap(_ device: Device, _ count: Int) async throws -> UsageDevice {
        let own = try await device.store.thisDevice(creatingNamed: "device \(device.index)")
        let logger = try await UsageLogger.start(device.store, device: own)
        for number in 0..<count {
            await logger.tap(SymbolTap(symbolID: "s\(number % 17)", label: "word"), language: "en")
        }
        await logger.close()
        return own
    }

    private func payloads(_ device: Device) async throws -> Set<UsagePayload> {
        Set(try await device.store.payloads())
    }

    private func exchange(
        _ bench: inout SyncBench, _ one: Device, _ other: Device, rounds: Int
    ) async throws {
        for _ in 0..<rounds {
            try await one.exchange(&bench)
            try await other.exchange(&bench)
        }
    }

    @Test func `taps made offline are kept and arrive once`() async throws {
        var bench = SyncBench(devices: 2)
        bench.isOnline = false
        let (home, other) = try (Device(0), Device(1))
        bench.give(.started, to: 0)
        _ = try await tap(home, 200)
        #expect(try await home.store.events(limit: 1000).count == 200)
        try await home.exchange(&bench)
        #expect(bench.records.all.isEmpty)
        bench.isOnline = true
        bench.give(.networkBack, to: 0)
        bench.settle()
        #expect(bench.records.all.count { $0.record.collection == "usage.event" } == 200)
        bench.give(.started, to: 1)
        try await exchange(&bench, other, home, rounds: 3)
        #expect(try await other.store.events(limit: 1000).count == 200)
        #expect(try await payloads(other) == payloads(home))
        #expect(try await other.store.sessions().map(\.totalSymbols) == [200])
    }

    @Test func `two devices end with equal records`() async throws {
        var bench = SyncBench(devices: 2)
        let (home, phone) = try (Device(0), Device(1))
        bench.give(.started, to: 0)
        _ = try await tap(home, 50)
        let mom = CaregiverProfile(id: home.store.nextID(), name: "mom")
        try await home.store.save(.caregiver(mom))
        try await home.exchange(&bench)
        // The second device was used offline in the meantime.
        _ = try await tap(phone, 30)
        bench.give(.started, to: 1)
        try await exchange(&bench, phone, home, rounds: 2)
        #expect(try await phone.store.events(limit: 1000).count == 80)
        #expect(try await payloads(phone) == payloads(home))
        #expect(try await phone.store.caregiver(named: "mom") == mom)
        #expect(try await phone.store.devices().count == 2)
        // The latest value of a profile applies on all devices.
        var renamed = mom
        renamed.name = "mum"
        try await phone.store.save(.caregiver(renamed))
        try await exchange(&bench, phone, home, rounds: 2)
        #expect(try await home.store.caregivers() == [renamed])
        #expect(bench.devices[0].replica.bytes == bench.devices[1].replica.bytes)
        #expect(try await home.store.fault(thorough: true) == nil)
        #expect(try await phone.store.fault(thorough: true) == nil)
    }

    @Test func `records of an unknown collection reach the other devices unchanged`() async throws {
        var bench = SyncBench(devices: 3)
        let devices = try (0..<3).map { try Device($0) }
        for index in 0..<3 { bench.give(.started, to: index) }
        let strange = UsagePayload(
            id: devices[0].store.nextID(), collection: "usage.gaze", bytes: Array("{\"version\":9}".utf8))
        try await devices[0].store.receive([strange], at: Date())
        for _ in 0..<2 { for device in devices { try await device.exchange(&bench) } }
        for device in devices { #expect(try await payloads(device).contains(strange)) }
    }
}

extension UsageStore {
    /// Returns all records in the form in which they are synced.
    fileprivate func payloads() async throws -> [UsagePayload] {
        try await store.read {
            try Self.metadataPayloads(in: $0) + Self.payloads(after: .min, limit: .max, in: $0).payloads
        }
    }
}
