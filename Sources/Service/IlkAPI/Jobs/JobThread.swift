import Dispatch

/// A thread for the work of jobs. A job computes for minutes. On the threads of Swift's tasks it would delay
/// requests: there is one for each processor.
final class JobThread: TaskExecutor {
    private let queue = DispatchQueue(label: "ilk.job", qos: .utility)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
