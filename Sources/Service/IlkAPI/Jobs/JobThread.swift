import Dispatch

/// A thread for the work of jobs, or threads for costly requests. The work takes seconds or minutes. Swift's
/// tasks share one thread for each processor, so on these threads it would delay other requests.
final class JobThread: TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter isConcurrent: `true` for a thread for each running task.
    init(isConcurrent: Bool = false) {
        queue = DispatchQueue(
            label: "ilk.job", qos: .utility, attributes: isConcurrent ? .concurrent : [])
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
