import FoundationEssentials
import IlkHTTP
package import IlkSyncStore
package import IlkVocabulary
package import Logging

/// Runs jobs one after another, and stores their states and results.
package actor JobQueue {
    /// The work of a job, which returns its result as a JSON value. If the job is canceled, its task is
    /// canceled and the next ``JobProgress/report(_:_:)`` throws. The work must then end, without
    /// half-written results.
    package typealias Work = @Sendable (JobProgress) async throws -> [UInt8]

    /// The maximum number of waiting jobs.
    static let maximumWaiting = 16
    /// The maximum size of the inputs of waiting jobs, in bytes.
    static let maximumInput = 64 << 20
    /// The maximum number of clients that follow jobs at the same time.
    static let maximumWatchers = 64

    private struct Waiting {
        var job: ServiceJob
        /// The size of the job's input in bytes.
        var bytes: Int
        var work: Work
    }

    private struct Running {
        var job: ServiceJob
        let progress: JobProgress
        let work: Task<[UInt8], any Error>
    }

    private let store: ServiceStore
    private let claim: ServiceStore.JobClaim
    private let logger: Logger
    private let thread = JobThread()
    private var waiting: [Waiting] = []
    /// The number of jobs that are being stored before they join ``waiting``.
    private var arriving = 0
    private var running: Running?
    private var runner: Task<Void, Never>?
    private var watchers: [Int: (job: RecordID, signals: AsyncStream<Void>.Continuation)] = [:]
    private var lastWatcher = 0
    private var isClosed = false

    /// Acquires the exclusive right to run the jobs of a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - logger: The logger for unexpected errors.
    /// - Returns: `nil` if another process runs the jobs of the store.
    /// - Throws: `StoreError`.
    package init?(_ store: ServiceStore, logger: Logger = Logger(label: "ilk.jobs")) async throws {
        guard let claim = try await store.claimJobs() else { return nil }
        (self.store, self.claim, self.logger) = (store, claim, logger)
    }

    /// Adds a job. It runs after the jobs that were added before.
    ///
    /// - Parameters:
    ///   - kind: The type of work.
    ///   - parameters: The parameters, a JSON object.
    ///   - origin: The token or the schedule that requests the job.
    ///   - bytes: The size in bytes of the input that the work keeps in memory.
    ///   - work: The work.
    /// - Throws: ``Problem`` `queue-full` if too many jobs wait or their inputs are too large, `busy` if the
    ///   server is shutting down, and `StoreError`.
    package func add(
        _ kind: String, parameters: String, by origin: ServiceJob.Origin, bytes: Int = 0,
        work: @escaping Work
    ) async throws -> ServiceJob {
        guard !isClosed else { throw Problem(.busy, "the server is shutting down", retryAfter: 10) }
        guard waiting.count + arriving < Self.maximumWaiting else {
            throw Problem(
                .queueFull, "too many jobs are waiting: the maximum is \(Self.maximumWaiting)",
                retryAfter: 60)
        }
        guard waiting.reduce(bytes, { $0 + $1.bytes }) <= Self.maximumInput else {
            throw Problem(
                .queueFull, "the texts of the waiting jobs have more than \(Self.maximumInput) bytes",
                retryAfter: 60)
        }
        arriving += 1
        defer { arriving -= 1 }
        // A separate task: if the caller's task were canceled here, a stored job would never run.
        let job = try await Task { [store] in
            try await store.addJob(kind, parameters: parameters, by: origin)
        }.value
        waiting.append(Waiting(job: job, bytes: bytes, work: work))
        startNext()
        return job
    }

    /// Returns a job with its current progress, or `nil` if there is none with this id.
    ///
    /// - Throws: `StoreError`.
    package func job(_ id: RecordID) async throws -> ServiceJob? {
        if let job = running?.job, job.id == id { return job }
        let stored = try await store.job(id)
        // The job may have started in the meantime.
        return running?.job.id == id ? running?.job : stored
    }

    /// Returns jobs with their current progress, newest first.
    ///
    /// - Parameters:
    ///   - state: The state of the jobs, or `nil` for all states.
    ///   - last: The last job of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of jobs.
    /// - Throws: `StoreError`.
    func jobs(
        in state: ServiceJob.State?, before last: RecordID?, limit: Int
    ) async throws -> [ServiceJob] {
        let jobs = try await store.jobs(in: state, before: last, limit: limit)
        return jobs.map { job in running?.job.id == job.id ? running?.job ?? job : job }
    }

    /// Cancels a job. A waiting job ends immediately. A running job ends when it next reports progress,
    /// unless it completes first.
    ///
    /// - Returns: The job, or `nil` if there is none with this id.
    /// - Throws: ``Problem`` `conflict` if the job has ended, and `StoreError`.
    func cancel(_ id: RecordID) async throws -> ServiceJob? {
        if let running, running.job.id == id, !running.job.isOver {
            running.progress.cancel()
            running.work.cancel()
            return running.job
        }
        if let place = waiting.firstIndex(where: { $0.job.id == id }) {
            return await finish(waiting.remove(at: place).job, .failure(CancellationError()))
        }
        guard let job = try await job(id) else { return nil }
        throw Problem(.conflict, "the job cannot be canceled: it is \(job.state.rawValue)")
    }

    /// Cancels all jobs, and refuses new ones. The running job ends when it next reports progress.
    package func cancelAll() async {
        isClosed = true
        running?.progress.cancel()
        running?.work.cancel()
        let left = waiting
        waiting = []
        for next in left { _ = await finish(next.job, .failure(CancellationError())) }
    }

    /// Cancels all jobs and waits until they have ended.
    package func close() async {
        await cancelAll()
        await runner?.value
        for watcher in watchers.values { watcher.signals.finish() }
    }

    // MARK: Watching

    /// Returns a stream that signals when to read a job again: immediately, after each change, and every
    /// `interval`. The stream ends when the job ends.
    ///
    /// - Throws: ``Problem`` `queue-full` if there are too many streams.
    func signals(of id: RecordID, every interval: Duration) throws -> AsyncStream<Void> {
        guard watchers.count < Self.maximumWatchers else {
            throw Problem(
                .queueFull, "too many clients are following jobs: the maximum is \(Self.maximumWatchers)",
                retryAfter: 10)
        }
        lastWatcher += 1
        let number = lastWatcher
        let (stream, signals) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        watchers[number] = (id, signals)
        let ticking = Task {
            while !Task.isCancelled {
                signals.yield()
                try? await Task.sleep(for: interval)  // The loop ends if canceled.
            }
        }
        signals.onTermination = { [weak self] _ in
            ticking.cancel()
            Task { await self?.forget(number) }
        }
        // A canceled job that is still running will report its end.
        if isClosed, running?.job.id != id || running?.job.isOver == true {
            signals.yield()
            signals.finish()
        }
        return stream
    }

    private func forget(_ watcher: Int) { watchers[watcher] = nil }

    private func signal(_ job: ServiceJob) {
        for watcher in watchers.values where watcher.job == job.id {
            watcher.signals.yield()
            if job.isOver { watcher.signals.finish() }
        }
    }

    // MARK: Running

    private func startNext() {
        guard running == nil, !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        let (updates, continuation) = AsyncStream.makeStream(
            of: JobProgress.Value.self, bufferingPolicy: .bufferingNewest(1))
        let progress = JobProgress(continuation)
        var job = next.job
        (job.state, job.started, job.changes) = (.running, store.now, job.changes + 1)
        let work = Task.detached(executorPreference: thread, priority: .utility) {
            defer { continuation.finish() }
            return try await next.work(progress)
        }
        running = Running(job: job, progress: progress, work: work)
        runner = Task(priority: .utility) { [job] in
            await keep(job)
            signal(job)
            for await value in updates { note(value) }
            let result = await work.result
            if let job = running?.job { _ = await finish(job, result) }
            running = nil
            startNext()
        }
    }

    private func note(_ value: JobProgress.Value) {
        guard var job = running?.job else { return }
        job.phase = value.phase
        job.fraction = value.percent.map { Double($0) / 100 }
        job.changes += 1
        running?.job = job
        signal(job)
    }

    /// Stores the end of a job.
    private func finish(_ job: ServiceJob, _ outcome: Result<[UInt8], any Error>) async -> ServiceJob {
        var job = job
        job.ended = store.now
        job.changes += 1
        switch outcome {
        case .success(let bytes):
            (job.state, job.result) = (.succeeded, String(decoding: bytes, as: UTF8.self))
        case .failure(let error) where error is CancellationError || running?.progress.isCanceled == true:
            job.state = .canceled
        case .failure(let error): (job.state, job.error) = (.failed, FailureText.words(error, logger))
        }
        await keep(job)
        if running?.job.id == job.id { running?.job = job }
        signal(job)
        return job
    }

    private func keep(_ job: ServiceJob) async {
        do {
            // A separate task: if the caller's task were canceled, nothing would be written.
            try await Task { [store] in try await store.update(job) }.value
        } catch {
            logger.error("a job cannot be stored", metadata: ["job": "\(job.id)", "error": "\(error)"])
        }
    }
}
