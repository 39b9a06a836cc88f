import SyncSimulation
import Testing

@Suite struct `The simulation of Monica` {
    @Test func `two devices and people there end with the same calls, none twice and no note lost`() {
        for seed: UInt64 in 1...400 {
            let schedule = MonicaSchedule(seed: seed)
            if let wrong = schedule.run() {
                Issue.record("seed \(seed): \(wrong)\n\(schedule.shrunk().steps)")
            }
        }
    }

    /// Seeds among which each fault shows.
    private static let seeds = Array(1...60) + Array(1225...1240)

    @Test(arguments: MonicaFault.allCases)
    func `planted faults are found`(_ fault: MonicaFault) {
        #expect(Self.seeds.contains { MonicaSchedule(seed: UInt64($0)).run(fault: fault) != nil })
    }
}
