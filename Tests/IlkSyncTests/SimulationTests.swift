import IlkSync
import SyncSimulation
import Testing

/// A few of the schedules that `make sync-proof` runs in any number.
@Suite struct `Sync simulation` {
    @Test func `all schedules end with equal records on all devices and no loss or duplicate`() {
        for seed: UInt64 in 1...400 {
            let schedule = SyncSchedule(seed: seed)
            if let wrong = schedule.run() {
                Issue.record("seed \(seed): \(wrong)\n\(schedule.shrunk().steps)")
            }
        }
    }

    @Test func `a seed determines the schedule and its result`() {
        for seed: UInt64 in 1...20 {
            #expect(SyncSchedule(seed: seed) == SyncSchedule(seed: seed))
            let fault = SyncFault.lastArrivalWins
            #expect(SyncSchedule(seed: seed).run(fault: fault) == SyncSchedule(seed: seed).run(fault: fault))
        }
    }

    @Test func `a failing schedule is minimized`() {
        var shrinking = Shrinking(Array(0..<100))
        while let fewer = shrinking.next() {
            shrinking.note(fewer, fails: fewer.contains(17) && fewer.contains(42))
        }
        let steps = shrinking.steps
        #expect(steps == [17, 42])
    }
}

@Suite struct `Planted sync faults` {
    /// Seeds that reveal each fault: the first ones, and some that drop tombstones at a critical moment.
    private static let seeds = Array(1...250) + Array(1960...1970)

    @Test(arguments: SyncFault.allCases)
    func `planted faults are found by the simulation`(_ fault: SyncFault) {
        #expect(Self.seeds.contains { SyncSchedule(seed: UInt64($0)).run(fault: fault) != nil })
    }
}
