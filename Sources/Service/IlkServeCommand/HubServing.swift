import IlkConsole
import Ilk
import IlkSyncStore

/// What `ilk serve` does for its hub by itself.
enum HubServing {
    /// How often deletions that are old enough are forgotten.
    private static let interval: Duration = .seconds(3600)

    /// Forgets deletions that devices had so many days to read, at once and every hour, until it is cancelled.
    static func forgetDeletions(of hub: HubStore, olderThan days: Int) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                do {
                    let count = try await hub.sweep(olderThan: Int64(days) * 86_400_000)
                    if count > 0 {
                        Serving.tell("\(DecimalText.counted(count, "old deletion")) forgotten by the hub")
                    }
                } catch is CancellationError {
                    return
                } catch {
                    Serving.tell("old deletions of the hub stay: \(error)")
                }
                try? await Task.sleep(for: Self.interval)  // Cancelled: seen above.
            }
        }
    }
}
