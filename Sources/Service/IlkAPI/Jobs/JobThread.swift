import Dispatch

/// A thread for the work of jobs. A job computes for minutes. Swift's tasks share one thread for each
/// processor, so a job on these threads would delay requests.
final class JobThread: TaskExecutor {
    private let queue = DispatchQueue(label: "ilk.job", qos: .utility)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
