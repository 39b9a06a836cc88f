import SyncSimulation

#if os(Linux)
    import Glibc
#endif

/// Runs as many schedules as are asked for, of devices with their hub and of devices with Monica, and shows that planted
/// faults are found.
@main
struct SyncProof {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.compactMap { UInt64($0.filter { $0 != "_" }) }
        let schedules = numbers.first ?? 10_000
        let seed = numbers.dropFirst().first ?? 1
        print("schedules \(schedules) of each, first seed \(seed)")
        var failures = 0
        for number in seed..<seed + schedules where failures < 3 { failures += runHub(number) }
        for number in seed..<seed + schedules where failures < 3 { failures += runMonica(number) }
        for fault in SyncFault.allCases {
            failures += catches(fault.rawValue, from: seed) { SyncSchedule(seed: $0).run(fault: fault) }
        }
        for fault in MonicaFault.allCases {
            failures += catches(fault.rawValue, from: seed) { MonicaSchedule(seed: $0).run(fault: fault) }
        }
        print(failures == 0 ? "proved" : "FAILED")
        exit(failures == 0 ? 0 : 1)
    }

    private static func runHub(_ seed: UInt64) -> Int {
        let schedule = SyncSchedule(seed: seed)
        guard let wrong = schedule.run() else { return 0 }
        let short = schedule.shrunk()
        print("hub, seed \(seed): \(wrong); \(schedule.steps.count) steps, shrunk to:")
        print("  devices \(short.devices), batch \(short.batch), hub merges: \(short.isMerging)")
        for step in short.steps { print("  \(step)") }
        print("  \(short.run() ?? "")")
        return 1
    }

    private static func runMonica(_ seed: UInt64) -> Int {
        let schedule = MonicaSchedule(seed: seed)
        guard let wrong = schedule.run() else { return 0 }
        let short = schedule.shrunk()
        print("Monica, seed \(seed): \(wrong); \(schedule.steps.count) steps, shrunk to:")
        for step in short.steps { print("  \(step)") }
        print("  \(short.run() ?? "")")
        return 1
    }

    private static func catches(_ fault: String, from seed: UInt64, _ run: (UInt64) -> String?) -> Int {
        for number in seed..<seed + 20_000 {
            guard let wrong = run(number) else { continue }
            print("planted fault \(fault): found by seed \(number): \(wrong)")
            return 0
        }
        print("planted fault \(fault): NOT FOUND")
        return 1
    }
}
