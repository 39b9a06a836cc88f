import SyncSimulation
import Testing

@Suite struct `The simulation of Monica` {
    @Test func `two devices and web users end with the same calls, without duplicates or lost notes`() {
        for seed: UInt64 in 1...400 {
            let schedule = MonicaSchedule(seed: seed)
            if let wrong = schedule.run() {
                Issue.record("seed \(seed): \(wrong)\n\(schedule.shrunk().steps)")
            }
        }
    }

    /// For each planted fault, at least one of these seeds reveals it.
    private static let seeds = Array(1...60) + Array(1225...1240)

    @Test(arguments: MonicaFault.allCases)
    func `each planted fault is detected`(_ fault: MonicaFault) {
        #expect(Self.seeds.contains { MonicaSchedule(seed: UInt64($0)).run(fault: fault) != nil })
    }
}
