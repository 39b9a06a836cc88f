import Dispatch

/// A thread for jobs, or threads for costly requests, which take seconds or minutes. On Swift's default
/// executor, which has one thread per processor, such work would delay other requests.
final class JobThread: TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter isConcurrent: `true` for a separate thread for each running task, `false` for one thread.
    init(isConcurrent: Bool = false) {
        queue = DispatchQueue(
            label: "ilk.job", qos: .utility, attributes: isConcurrent ? .concurrent : [])
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
