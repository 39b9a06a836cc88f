import IlkSync
import SyncSimulation
import Testing

@Suite struct `Failed requests` {
    private func waiting(_ bench: SyncBench) -> RequestID? {
        guard case .waiting(let request, _) = bench.devices[0].device.session.phase else { return nil }
        return request.id
    }

    private func offline() -> SyncBench {
        var bench = SyncBench(devices: 1)
        bench.isOnline = false
        bench.give(.started, to: 0)
        return bench
    }

    @Test func `no request is sent during the pause requested by the server`() throws {
        var bench = offline()
        bench.give(.failed(try #require(waiting(bench)), .busy(after: 45_000)), to: 0)
        let sent = bench.devices[0].requests.count
        for _ in 0..<44 { bench.pass(1000) }
        #expect(bench.devices[0].requests.count == sent)
        bench.pass(1000)
        #expect(bench.devices[0].requests.count == sent + 1)
    }

    @Test func `pauses double up to a limit with jitter, and a requested pause is capped`() {
        let backOff = BackOff()
        for (failures, full) in [(1, 500), (2, 1000), (5, 8000), (40, 300_000), (900, 300_000)]
            as [(Int, UInt64)]
        {
            let pauses = (0..<50).map {
                backOff.pause(after: failures, randomBits: $0 &* 0x9E37_79B9_7F4A_7C15)
            }
            #expect(pauses.allSatisfy { full / 2 <= $0 && $0 <= full })
            #expect(Set(pauses).count > 10)
        }
        #expect(backOff.pause(after: 1, asked: .max, randomBits: 0) == 3_600_000)
    }

    @Test func `a missing response is retried, and a late response is ignored`() throws {
        var bench = offline()
        let first = try #require(waiting(bench))
        bench.pass(30_000)
        #expect(bench.devices[0].notices.contains(.failed(.noAnswer, 1)))
        bench.pass(500)
        #expect(waiting(bench) != first)
        bench.give(.answered(SyncResponse(id: first, now: 0, body: .refused(.identityTaken))), to: 0)
        #expect(bench.devices[0].device.state.device == DeviceID(1))
    }

    @Test func `rejected credentials freeze the device until they change`() throws {
        var bench = offline()
        bench.give(.failed(try #require(waiting(bench)), .unauthorized), to: 0)
        let sent = bench.devices[0].requests.count
        for _ in 0..<10 { bench.pass(1_000_000) }
        bench.give(.networkBack, to: 0)
        #expect(bench.devices[0].requests.count == sent)
        bench.give(.credentialsChanged, to: 0)
        #expect(bench.devices[0].requests.count == sent + 1)
    }

    @Test func `a batch that is too large is halved until the hub accepts it`() {
        var limits = HubSettings()
        limits.items = 30
        var bench = SyncBench(devices: 1, hub: HubEngine(settings: limits))
        bench.isOnline = false
        bench.give(.started, to: 0)
        for number in 0..<200 {
            bench.give(
                .write(.event(key: SyncKey(high: 1, low: UInt64(number)), collection: "taps", payload: [])),
                to: 0)
        }
        bench.isOnline = true
        bench.settle()
        #expect(bench.records.all.count == 200)
        let sizes = bench.devices[0].requests.compactMap {
            if case .push(let items) = $0.body { items.count } else { nil }
        }
        #expect(sizes.prefix(4) == [200, 100, 50, 25])
    }

    @Test func `a killed process continues from its committed state`() {
        var bench = SyncBench(devices: 1)
        bench.give(.started, to: 0)
        bench.isOnline = false
        bench.edit(SyncKey(high: 7, low: 1), "mom", on: 0)
        bench.devices[0].device = SyncDevice(state: bench.devices[0].device.state)
        bench.isOnline = true
        bench.give(.started, to: 0)
        #expect(bench.records.all.count == 1)
    }
}
