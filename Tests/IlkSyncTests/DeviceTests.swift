import FoundationEssentials
import IlkSync
import SyncSimulation
import Testing

@Suite struct `A device and its hub` {
    private let profile = SyncKey(high: 7, low: 1)
    private let year: Int64 = 31_536_000_000

    @Test func `200 taps made offline need one request and arrive once`() {
        var bench = SyncBench(devices: 2)
        bench.isOnline = false
        bench.give(.started, to: 0)
        for number in 0..<200 {
            bench.give(
                .write(
                    .event(key: SyncKey(high: 1, low: UInt64(number)), collection: "taps", payload: [1])),
                to: 0)
        }
        let before = bench.devices[0].requests.count
        bench.isOnline = true
        bench.now += 30_000
        bench.give(.tick, to: 0)
        bench.now += 500
        bench.give(.networkBack, to: 0)
        let pushes = bench.devices[0].requests.dropFirst(before).compactMap {
            if case .push(let items) = $0.body { items.count } else { nil }
        }
        #expect(pushes == [200])
        #expect(bench.records.all.count == 200)
        bench.give(.started, to: 1)
        #expect(bench.devices[1].replica.bytes == bench.devices[0].replica.bytes)
    }

    @Test func `a device whose clock is a year ahead does not win forever`() {
        var bench = SyncBench(devices: 2)
        bench.devices[0].wallSkew = year
        // Both write before their first contact with the hub, the device with the wrong clock first.
        bench.isOnline = false
        bench.give(.started, to: 0)
        bench.give(.started, to: 1)
        bench.edit(profile, "wrong clock", on: 0)
        bench.edit(profile, "right clock", on: 1)
        bench.isOnline = true
        bench.settle()
        #expect(bench.devices[0].notices.contains(.restamped(profile)))
        bench.edit(profile, "later", on: 1)
        bench.settle()
        #expect(bench.text(profile, on: 0) == "later")
        #expect(bench.text(profile, on: 1) == "later")
        for entry in bench.records.all {
            #expect(entry.record.stamp.time.milliseconds < SyncBench.start + 10_000_000)
        }
        #expect(bench.devices[0].replica.bytes == bench.devices[1].replica.bytes)
    }

    @Test func `of concurrent values the later wins on all devices and the other is kept on all devices`() {
        var bench = SyncBench(devices: 3)
        for index in 0..<3 { bench.give(.started, to: index) }
        bench.edit(profile, "mom", on: 0)
        bench.settle()
        bench.isOnline = false
        bench.edit(profile, "mum", on: 0)
        bench.now += 1000
        bench.edit(profile, "mama", on: 1)
        bench.isOnline = true
        bench.settle()
        for index in 0..<3 {
            #expect(bench.text(profile, on: index) == "mama")
            #expect(bench.losers(on: index) == ["mum"])
        }
    }

    @Test func `a copy of a device gets its own identifier`() {
        var bench = SyncBench(devices: 1)
        bench.give(.started, to: 0)
        bench.edit(profile, "mom", on: 0)
        var copy = bench.devices[0]
        copy.device = SyncDevice(state: copy.device.state)
        bench.devices.append(copy)
        bench.give(.started, to: 1)
        bench.settle()
        #expect(bench.devices[0].device.state.device != bench.devices[1].device.state.device)
        let renamed = bench.devices.flatMap(\.notices).filter {
            if case .renamed = $0 { true } else { false }
        }
        #expect(renamed.count == 1)
        bench.edit(profile, "one", on: 0)
        bench.edit(profile, "two", on: 1)
        bench.settle()
        #expect(bench.devices[0].replica.bytes == bench.devices[1].replica.bytes)
    }

    @Test func `a restored hub is detected and receives its lost records again`() {
        var bench = SyncBench(devices: 2)
        bench.give(.started, to: 0)
        bench.give(.started, to: 1)
        bench.edit(profile, "yesterday", on: 0)
        bench.settle()
        let (account, records) = (bench.account, bench.records)
        bench.edit(profile, "today", on: 0)
        bench.give(.write(.event(key: SyncKey(high: 1, low: 1), collection: "taps", payload: [1])), to: 1)
        bench.settle()
        (bench.account, bench.records, bench.epoch) = (account, records, 2)
        bench.settle()
        #expect(bench.devices[0].notices.contains(.rewound(to: 1)))
        #expect(bench.text(profile, on: 1) == "today")
        #expect(bench.records.all.count == 2)
        #expect(bench.devices[0].replica.bytes == bench.devices[1].replica.bytes)
    }

    @Test func `a restart of the hub does not cause records to be pushed again`() {
        var bench = SyncBench(devices: 1)
        bench.give(.started, to: 0)
        bench.edit(profile, "mom", on: 0)
        bench.settle()
        let before = bench.devices[0].requests.count
        bench.epoch = 2
        bench.settle()
        #expect(
            !bench.devices[0].requests.dropFirst(before).contains {
                if case .push = $0.body { true } else { false }
            })
        #expect(bench.devices[0].device.state.lineage.last?.epoch == 2)
    }

    @Test func `a device behind the tombstone horizon does a full resync`() {
        var bench = SyncBench(devices: 2)
        bench.give(.started, to: 0)
        bench.give(.started, to: 1)
        bench.edit(profile, "mom", on: 0)
        bench.settle()
        bench.give(.write(.delete(key: profile)), to: 0)
        bench.edit(SyncKey(high: 7, low: 2), "dad", on: 0)
        bench.records.apply(bench.hub.sweep(&bench.account, upTo: bench.account.head))
        #expect(bench.records.all.count == 1)
        bench.settle()
        #expect(bench.devices[1].notices.contains(.fullResync))
        #expect(bench.text(profile, on: 1) == nil)
        #expect(bench.devices[0].replica.count == 1)
        #expect(bench.devices[0].replica.bytes == bench.devices[1].replica.bytes)
    }

    @Test func `a rejected record is set aside and does not block others`() {
        var limits = HubSettings()
        limits.payload = 10
        var bench = SyncBench(devices: 1, hub: HubEngine(settings: limits))
        bench.give(.started, to: 0)
        bench.isOnline = false
        bench.edit(profile, "far too long a name", on: 0)
        bench.edit(SyncKey(high: 7, low: 2), "dad", on: 0)
        bench.isOnline = true
        bench.settle()
        #expect(bench.devices[0].notices.contains(.rejected(profile, .tooLong)))
        #expect(bench.records.all.count == 1)
        bench.edit(profile, "mom", on: 0)
        #expect(bench.records.all.count == 2)
    }

    @Test func `device and account state survive a round trip through JSON`() throws {
        var bench = SyncBench(devices: 1)
        bench.give(.started, to: 0)
        bench.edit(profile, "mom", on: 0)
        let state = bench.devices[0].device.state
        #expect(try JSONDecoder().decode(DeviceState.self, from: JSONEncoder().encode(state)) == state)
        let account = bench.account
        #expect(try JSONDecoder().decode(HubAccount.self, from: JSONEncoder().encode(account)) == account)
    }
}
