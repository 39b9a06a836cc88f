import IlkConsole
import Ilk
import IlkSyncStore

enum HourlyWork {
    /// Runs work immediately and every hour, until the task is canceled. Failures are reported.
    ///
    /// - Parameter complaint: The message for a failure.
    static func run(complaint: String, _ work: () async throws -> Void) async {
        while !Task.isCancelled {
            do {
                try await work()
            } catch is CancellationError {
                return
            } catch {
                Serving.report("\(complaint): \(CommandError(error).what)")
            }
            try? await Task.sleep(for: .seconds(3600))  // The loop ends if canceled.
        }
    }

    /// Drops tombstones older than a number of days from the hub, every hour.
    static func forgetDeletions(of hub: HubStore, olderThan days: Int) -> Task<Void, Never> {
        Task {
            await run(complaint: "old deletion records of the hub were not removed") {
                let count = try await hub.sweep(olderThan: Int64(days) * 86_400_000)
                guard count > 0 else { return }
                Serving.report("Removed \(DecimalText.counted(count, "old deletion record")) from the hub.")
            }
        }
    }
}
