import FoundationEssentials
import IlkSync
package import IlkSyncStore
package import Logging

/// Runs tasks on their schedules, and stores the last run of each.
package actor Scheduler {
    /// A schedule with its last run and its next run.
    struct State: Sendable {
        let schedule: JobSchedule
        var lastRun: ServiceStore.ScheduleRun?
        var isRunning = false
        /// The time of the next run, or `nil` if the schedule is off.
        var nextRun: Date?
    }

    private let store: ServiceStore
    private let logger: Logger
    private let pause: @Sendable (Duration) async throws -> Void
    private var all: [State]
    private var tasks: [Task<Void, Never>] = []

    /// Creates a scheduler. ``start()`` starts its work.
    ///
    /// - Parameters:
    ///   - store: The store of the last runs. Its clock decides when a task runs.
    ///   - schedules: The schedules.
    ///   - logger: The logger for unexpected errors.
    ///   - pause: A function that waits for a duration.
    package init(
        _ store: ServiceStore, _ schedules: [JobSchedule], logger: Logger = Logger(label: "ilk.jobs"),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.store, self.logger, self.pause) = (store, logger, pause)
        all = schedules.map { State(schedule: $0) }
    }

    /// Begins to run the schedules that are on.
    ///
    /// - Throws: `StoreError`.
    package func start() async throws {
        let runs = try await store.scheduleRuns()
        let now = store.now
        for index in all.indices {
            let schedule = all[index].schedule
            all[index].lastRun = runs[schedule.name]
            guard let every = schedule.every else { continue }
            let due = (all[index].lastRun?.started ?? now) + TimeInterval(every)
            all[index].nextRun = schedule.runsAtStart ? now : max(now, due)
            tasks.append(Task(priority: .utility) { await follow(index, every: every) })
        }
    }

    /// Cancels running work and waits until it has ended.
    package func stop() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        tasks = []
    }

    func states() -> [State] { all }

    /// The interval in seconds for checking whether a server responds again.
    private static let probing: TimeInterval = 10

    private func follow(_ index: Int, every: Int) async {
        var (failures, isOffline) = (0, false)
        let retry = all[index].schedule.retry
        while !Task.isCancelled {
            let wait = all[index].nextRun?.timeIntervalSince(store.now) ?? 0
            if wait > 0 {
                let slice = isOffline ? min(wait, Self.probing) : wait
                try? await pause(.milliseconds(Int(slice * 1000) + 1))  // The loop ends if canceled.
            }
            guard !Task.isCancelled else { return }
            let started = store.now
            if started < all[index].nextRun ?? started {
                guard isOffline, let retry, await retry.isReachable() else { continue }
            }
            let isDone = await run(index, started)
            failures = isDone ? 0 : failures + 1
            var next = started + TimeInterval(every)
            if let retry, failures > 0 {
                let pause = retry.backOff.pause(after: failures, randomBits: .random(in: .min ... .max))
                isOffline = await !retry.isReachable()
                next = min(max(next, store.now), store.now + TimeInterval(pause) / 1000)
            } else {
                isOffline = false
            }
            all[index].nextRun = next
        }
    }

    /// Runs a task and stores its result.
    ///
    /// - Returns: `false` if the task failed.
    private func run(_ index: Int, _ started: Date) async -> Bool {
        let schedule = all[index].schedule
        all[index].isRunning = true
        defer { all[index].isRunning = false }
        do {
            let outcome: Result<String, ServiceStore.ScheduleRun.Failure>
            do {
                outcome = .success(try await schedule.work())
            } catch is CancellationError {
                return true
            } catch {
                outcome = .failure(.init(FailureText.words(error, logger)))
            }
            let run = ServiceStore.ScheduleRun(started: started, ended: store.now, outcome: outcome)
            all[index].lastRun = run
            try await store.keep(run, of: schedule.name)
            return (try? outcome.get()) != nil  // The failure is stored.
        } catch {
            logger.error(
                "a run was not stored", metadata: ["schedule": "\(schedule.name)", "error": "\(error)"])
            return false
        }
    }
}
