import IlkConsole
import Ilk
import IlkSyncStore

/// The work of `ilk serve` besides requests.
enum HourlyWork {
    /// Does work at once and every hour, until its task is cancelled. A failure is reported.
    ///
    /// - Parameter complaint: The sentence about a failure.
    static func run(complaint: String, _ work: () async throws -> Void) async {
        while !Task.isCancelled {
            do {
                try await work()
            } catch is CancellationError {
                return
            } catch {
                Serving.tell("\(complaint): \(error)")
            }
            try? await Task.sleep(for: .seconds(3600))  // Cancelled: seen above.
        }
    }

    /// Forgets deletions that devices had so many days to read.
    static func forgetDeletions(of hub: HubStore, olderThan days: Int) -> Task<Void, Never> {
        Task {
            await run(complaint: "old deletions of the hub stay") {
                let count = try await hub.sweep(olderThan: Int64(days) * 86_400_000)
                guard count > 0 else { return }
                Serving.tell("\(DecimalText.counted(count, "old deletion")) forgotten by the hub")
            }
        }
    }
}
