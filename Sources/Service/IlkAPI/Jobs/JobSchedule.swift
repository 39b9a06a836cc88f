import Ilk
package import IlkSync
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
    /// The rule for runs after a failure, or `nil` to wait for the next interval.
    let retry: Retry?
    /// Runs the task, and returns the result in a few words.
    let work: @Sendable () async throws -> String

    /// Earlier runs after a failure.
    package struct Retry: Sendable {
        /// The pauses after failures. A pause is at most the interval of the schedule.
        let backOff: BackOff
        /// Returns `true` if the server that the task needs responds. If it did not respond after a failure,
        /// this is called while the schedule pauses, and the task runs again as soon as it does.
        let isReachable: @Sendable () async -> Bool

        package init(_ backOff: BackOff, isReachable: @escaping @Sendable () async -> Bool) {
            self.backOff = backOff
            self.isReachable = isReachable
        }
    }

    package init(
        _ name: String, _ summary: String, every: Int?, runsAtStart: Bool, retry: Retry? = nil,
        work: @escaping @Sendable () async throws -> String
    ) {
        self.retry = retry
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
