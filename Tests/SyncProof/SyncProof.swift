import CloudKitSimulation
import SyncSimulation

#if os(Linux)
    import Glibc
#endif

/// Runs a number of schedules with a hub, CloudKit and Monica, and checks that all planted faults are found.
@main
struct SyncProof {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.compactMap { UInt64($0.filter { $0 != "_" }) }
        let schedules = numbers.first ?? 10_000
        let seed = numbers.dropFirst().first ?? 1
        let seeds = seed..<seed + schedules
        let parts = arguments.filter { ["hub", "cloudkit", "monica"].contains($0) }
        func isWanted(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }
        print("schedules \(schedules) of each, first seed \(seed)")
        var failures = 0
        if isWanted("hub") {
            for number in seeds where failures < 3 { failures += runHub(number) }
            for fault in SyncFault.allCases {
                failures += await catches(fault.rawValue, from: seed) {
                    SyncSchedule(seed: $0).run(fault: fault)
                }
            }
        }
        if isWanted("cloudkit") {
            for number in seeds where failures < 3 { failures += await runCloudKit(number) }
            for mistake in PlantedCloudKitFault.allCases {
                failures += await catches(mistake.rawValue, from: seed) {
                    await CloudKitSchedule(seed: $0).run(mistake)
                }
            }
        }
        if isWanted("monica") {
            for number in seeds where failures < 3 { failures += runMonica(number) }
            for fault in MonicaFault.allCases {
                failures += await catches(fault.rawValue, from: seed) {
                    MonicaSchedule(seed: $0).run(fault: fault)
                }
            }
        }
        print(failures == 0 ? "passed" : "FAILED")
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

    private static func runCloudKit(_ seed: UInt64) async -> Int {
        let schedule = CloudKitSchedule(seed: seed)
        guard let wrong = await schedule.run() else { return 0 }
        let short = await schedule.shrunk()
        print("CloudKit, seed \(seed): \(wrong); \(schedule.steps.count) steps, shrunk to:")
        print("  devices \(short.devices), page \(short.page), batch \(short.batch)")
        for step in short.steps { print("  \(step)") }
        print("  \(await short.run() ?? "")")
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

    private static func catches(
        _ fault: String, from seed: UInt64, _ run: (UInt64) async -> String?
    ) async -> Int {
        for number in seed..<seed + 20_000 {
            guard let wrong = await run(number) else { continue }
            print("planted fault \(fault): found by seed \(number): \(wrong)")
            return 0
        }
        print("planted fault \(fault): NOT FOUND")
        return 1
    }
}
