import IlkAPI
import IlkCallsCommand
import IlkConsole
import IlkFiles
import IlkStore
import IlkSync
import IlkSyncStore

/// The jobs, the schedules and the recorded changes of one run of `ilk serve`.
struct JobServing {
    let store: ServiceStore
    /// Runs the jobs, or `nil` if another server runs the jobs of the store.
    private let queue: JobQueue?
    private let scheduler: Scheduler?

    /// Opens the store, creating it if necessary, and starts the schedules.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - parts: The services, which receive the store, the queue and the scheduler.
    ///   - schedules: A closure that returns the schedules. Its parameters are the queue and the logs.
    /// - Throws: `StoreError` or `IlkError`.
    init(
        _ path: String, in parts: inout ServerServices, _ folders: IlkFolders,
        schedules: (JobQueue, LogShelf) async throws -> [JobSchedule]
    ) async throws {
        try IlkFolders.makeFolder(of: path)
        store = try ServiceStore.open(.file(path))
        parts.service = store
        parts.checks.append(("service", Serving.check { [store] in _ = try await store.counts() }))
        queue = try await JobQueue(store)
        guard let queue else {
            Serving.report(
                "another server runs the jobs of \(path), so this server runs no jobs and no schedules. "
                    + "To run them here too, pass another file with --service-file")
            scheduler = nil
            return
        }
        let shelf = LogShelf(parts.logs, folders)
        let scheduler = Scheduler(store, try await schedules(queue, shelf))
        try await scheduler.start()
        self.scheduler = scheduler
        (parts.jobs, parts.shelf, parts.scheduler) = (queue, shelf, scheduler)
    }

    /// Cancels the jobs, so that the streams of their events end. Call this method before the server finishes
    /// its requests.
    func cancel() async { await queue?.cancelAll() }

    /// Ends the schedules and the jobs, and waits until they have ended.
    func stop() async {
        await scheduler?.stop()
        await queue?.close()
    }

    /// Closes the store.
    ///
    /// - Throws: `StoreError`.
    func close() throws { try store.close() }
}

extension Serving {
    /// Returns the scheduled tasks of the server.
    ///
    /// - Parameters:
    ///   - taxonomies: The names of the served taxonomies.
    ///   - hub: The hub whose old tombstones are dropped.
    ///   - retention: Applies the retention rules.
    ///   - queue: The queue of retrainings.
    ///   - shelf: The logs.
    func schedules(
        _ taxonomies: [String], _ hub: HubStore, _ retention: RetentionServing, _ queue: JobQueue,
        _ shelf: LogShelf
    ) async throws -> [JobSchedule] {
        let hour = 3600
        let days = settings.forgetDeleted
        return [
            JobSchedule(
                "retention", "Erase records that expired under the retention rules of the stores",
                every: settings.every(.retention, standard: settings.appliesRetention ? hour : nil),
                runsAtStart: true
            ) { try await retention.apply() },
            JobSchedule(
                "deletions", "Drop the hub's records of deletions that are older than \(days) days",
                every: settings.every(.deletions, standard: hour), runsAtStart: true
            ) {
                let count = try await Self.reporting("old deletion records of the hub were not removed") {
                    try await hub.sweep(olderThan: Int64(days) * 86_400_000)
                }
                let words = DecimalText.counted(count, "old deletion record")
                if count > 0 { Self.report("Removed \(words) from the hub.") }
                return "removed \(words)"
            },
            .retraining(
                taxonomies, every: settings.every(.retrain, standard: nil), in: queue, shelf),
            .regressions(
                in: settings.usageFile ?? console.folders.usage,
                every: settings.every(.regressions, standard: 24 * hour)),
            try await callSync(every: settings.every(.calls, standard: nil)),
        ]
    }

    /// Returns the schedule that syncs the calls. After a failure, it runs again after 30 s to a minute, then
    /// after twice as long, and as soon as an unreachable Monica responds.
    ///
    /// - Throws: `CommandError` if the schedule is on, and the address of Monica or the token is missing.
    private func callSync(every: Int?) async throws -> JobSchedule {
        let (name, summary) = ("calls", "Sync the calls with Monica")
        guard let every else {
            return JobSchedule(name, summary, every: nil, runsAtStart: false) { "" }
        }
        let sync = try await ScheduledCallSync(
            path: settings.callsFile ?? console.folders.calls, console: console)
        var backOff = BackOff()
        (backOff.first, backOff.longest) = (60_000, 3_600_000)
        return JobSchedule(
            name, summary, every: every, runsAtStart: true,
            retry: .init(backOff, isReachable: sync.isReachable)
        ) { try await sync.run() }
    }

    /// Calls a function. If it throws an error, prints the error on standard error and rethrows it.
    private static func reporting<Value>(
        _ complaint: String, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            report("\(complaint): \(CommandError(error).what)")
            throw error
        }
    }
}
