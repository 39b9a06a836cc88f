import Glibc
import Synchronization

/// A thread with a low priority, for tasks whose result no request waits for. While all processors are busy, it gets
/// about a tenth of one.
package final class BackgroundThread: TaskExecutor {
    private static let shared = BackgroundThread()

    /// `true` in tasks that run on the thread. They read databases there instead of on threads of normal priority.
    @TaskLocal package static var isCurrent = false

    /// Performs an operation and its child tasks on the thread.
    ///
    /// - Throws: The errors of the operation.
    @concurrent package static func perform<Value: Sendable>(
        _ operation: @Sendable @concurrent () async throws -> Value
    ) async throws -> Value {
        try await withTaskExecutorPreference(shared) { @concurrent in
            try await $isCurrent.withValue(true) { try await operation() }
        }
    }

    /// The niceness of the thread. A thread without privileges cannot decrease it again.
    private static let niceness: Int32 = 10

    private let jobs = Mutex<[UnownedJob]>([])
    private let arrivals = WakeSignal()

    private init() {
        DetachedThread.start("background", stackBytes: 8 << 20) { [self] in
            // On Linux this changes the priority of the calling thread only. Without it, the tasks are only slower
            // to give way.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
            while true {
                arrivals.wait()
                let arrived = jobs.withLock { jobs in
                    defer { jobs = [] }
                    return jobs
                }
                for job in arrived { job.runSynchronously(on: asUnownedTaskExecutor()) }
            }
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrivals.ring()
    }
}
