import Foundation
import Ilk
import LearningTestSupport

/// Retrains a hundred times while every core classifies (`docs/retraining.md`).
///
///     RetrainProof FOLDER RETRAINS SEED
///
/// Ends with 1 when a request failed, or was answered by something else than one model.
@main
struct RetrainProof {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
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
