import Foundation
import Ilk
import LearningTestSupport

/// Stress tests of retraining (`docs/explanation/retraining.md`).
///
///     RetrainStress FOLDER RETRAINS SEED             retrains while every core classifies
///     RetrainStress unlearn-kills FOLDER COUNT SEED  kills unlearning at each step and COUNT random moments
///     RetrainStress unlearn FOLDER [STEP]            purges the chosen records, waits at a step for a kill
///
/// The exit status is 1 if a request failed, a result was not that of exactly one model, or a guarantee was
/// violated.
@main
struct RetrainStress {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "unlearn"?:
            guard let folder = arguments.dropFirst().first else { exit(64) }
            try await UnlearnKills.purge(folder, haltingAt: arguments.dropFirst(2).first)
        case "unlearn-kills"?: try await kill(Array(arguments.dropFirst()))
        default: try await retrain(arguments)
        }
    }

    private static func kill(_ arguments: [String]) async throws {
        guard let folder = arguments.first else { exit(64) }
        let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 100
        let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
        guard count >= 0 else { exit(64) }
        say("seed \(seed)")
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        var kills = UnlearnKills(folder: folder, victim: (own, ["unlearn"]), seed: seed)
        do {
            let outcome = try await kills.run(moments: count)
            say(
                "\(outcome.deaths) deaths: \(outcome.beforeUse) with the old version active and no row lost, "
                    + "\(outcome.midway) on the way with the new one, \(outcome.afterwards) when all was done; "
                    + "each was ended by the next process: 0 texts left, 0 other models")
        } catch let error as UnlearnKills.GuaranteeViolation {
            say("failed: \(error)")
            exit(1)
        }
    }

    private static func retrain(_ arguments: ArraySlice<String>) async throws {
        guard let folder = arguments.first else { exit(64) }
        let retrains = arguments.dropFirst().first.flatMap { Int($0) } ?? 100
        let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? 1
        guard retrains > 0 else { exit(64) }
        let threads = ProcessInfo.processInfo.activeProcessorCount
        say("seed \(seed), \(retrains) retrainings while \(threads) threads classify")
        let load = RetrainLoad(folder: folder, retrains: retrains, threads: threads, seed: seed)
        let outcome = try await load.run { number, report in
            if number % 10 == 0 { say("  \(number): version \(report.version ?? "-"), \(report.reason)") }
        }
        say(
            "\(retrains) retrainings, \(outcome.promoted) promoted by the gate, the longest \(outcome.longest); "
                + "\(outcome.requests) requests answered by \(outcome.models) models: \(outcome.failed) failed, "
                + "\(outcome.mixed) mixed (asked: 0 and 0)")
        exit(outcome.failed == 0 && outcome.mixed == 0 && outcome.models == retrains + 1 ? 0 : 1)
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
