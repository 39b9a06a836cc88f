import Ilk
import IlkSyncStore

/// A task that the server runs at regular intervals.
package struct JobSchedule: Sendable {
    package let name: String
    /// The task in a few words.
    package let summary: String
    /// The time between two starts in seconds, or `nil` if the schedule is off.
    package let every: Int?
    /// `true` if the work also runs when the server starts. Otherwise, the first run after a start is one
    /// interval after the last run before it.
    package let runsAtStart: Bool
    /// Runs the task, and returns the result in a few words.
    let work: @Sendable () async throws -> String

    package init(
        _ name: String, _ summary: String, every: Int?, runsAtStart: Bool,
        work: @escaping @Sendable () async throws -> String
    ) {
        self.name = name
        self.summary = summary
        self.every = every
        self.runsAtStart = runsAtStart
        self.work = work
    }

    /// Returns the schedule that adds a retraining job for each taxonomy. A taxonomy without a log is
    /// skipped.
    ///
    /// - Parameters:
    ///   - taxonomies: The names of the taxonomies.
    ///   - every: The time between two starts in seconds, or `nil` for never.
    ///   - queue: The queue that runs the retrainings.
    ///   - shelf: The logs with the corrections.
    package static func retraining(
        _ taxonomies: [String], every: Int?, in queue: JobQueue, _ shelf: LogShelf
    ) -> JobSchedule {
        let name = "retrain"
        return JobSchedule(
            name, "Learn the corrections of the logs, and activate versions that are better", every: every,
            runsAtStart: false
        ) {
            var count = 0
            for taxonomy in taxonomies where shelf.taxonomies.contains(taxonomy) {
                _ = try await RetrainRoutes.add(
                    taxonomy, RetrainingOptions(), by: .schedule(name), to: queue, shelf)
                count += 1
            }
            return count == 1 ? "added 1 job" : "added \(count) jobs"
        }
    }
}
