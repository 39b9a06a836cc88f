import IlkSync
import SyncSimulation
import Testing

/// `make sync-proof` runs as many schedules as one likes; these are a few of the same.
@Suite struct `The simulation` {
    @Test func `whatever happens, in the end all have the same, and nothing is lost or doubled`() {
        for seed: UInt64 in 1...400 {
            let schedule = SyncSchedule(seed: seed)
            if let wrong = schedule.run() {
                Issue.record("seed \(seed): \(wrong)\n\(schedule.shrunk().steps)")
            }
        }
    }

    @Test func `a seed gives the same schedule and the same end`() {
        for seed: UInt64 in 1...20 {
            #expect(SyncSchedule(seed: seed) == SyncSchedule(seed: seed))
            let fault = SyncFault.lastArrivalWins
            #expect(SyncSchedule(seed: seed).run(fault: fault) == SyncSchedule(seed: seed).run(fault: fault))
        }
    }

    @Test func `a schedule that fails is made shorter for as long as it fails`() {
        var shrinking = Shrinking(Array(0..<100))
        while let fewer = shrinking.next() {
            shrinking.note(fewer, fails: fewer.contains(17) && fewer.contains(42))
        }
        let steps = shrinking.steps
        #expect(steps == [17, 42])
    }
}

@Suite struct `Planted faults` {
    /// Seeds among which each fault shows: the first ones, and some that drop tombstones in the right moment.
    private static let seeds = Array(1...250) + Array(1960...1970)

    @Test(arguments: SyncFault.allCases)
    func `are found by the simulation`(_ fault: SyncFault) {
        #expect(Self.seeds.contains { SyncSchedule(seed: UInt64($0)).run(fault: fault) != nil })
    }
}
